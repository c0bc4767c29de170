import type { ModelReading } from '#lib/core/api/model-reading-schema.ts';
import { formatSteps, splitRuns } from '../cards/format-steps.ts';

/** Shows which steps of its run carried a result, and on which the model recalled it. */
export function StepsBar({ runs, recalls }: Pick<ModelReading, 'runs' | 'recalls'>) {
  const { own } = splitRuns(runs);
  const words = formatSteps(runs);
  const recalled = new Set(recalls.filter(({ runId }) => runId === own?.runId).map(({ step }) => step));
  const label = recalled.size === 0 ? words : `${words}; recalled on ${[...recalled].join(', ')}`;
  return (
    <div>
      <h3>
        {words}
        {recalled.size > 0 && (
          <>
            <i className="legend" />
            recalled
          </>
        )}
      </h3>
      {own && (
        <ol className="steps" aria-label={label}>
          {Array.from({ length: own.steps }, (_, at) => at + 1).map((step) => (
            <li key={step} className={classOf(own.sent, step, recalled)}>
              <i />
              <span>{step}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function classOf(
  sent: { from: number; to: number } | null,
  step: number,
  recalled: ReadonlySet<number>,
): string {
  const isOn = sent !== null && step >= sent.from && step <= sent.to;
  return [isOn ? 'on' : '', recalled.has(step) ? 'recall' : ''].join(' ').trim();
}
