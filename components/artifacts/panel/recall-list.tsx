import { formatCount } from '#components/ui/format-number.ts';
import type { ModelReading, Recall } from '#lib/core/api/model-reading-schema.ts';
import { splitRuns } from '../cards/format-steps.ts';
import { HiddenText } from '../text/hidden-text.tsx';

/** Lists the model's recalls of a result. */
export function RecallList({ runs, recalls }: Pick<ModelReading, 'runs' | 'recalls'>) {
  if (recalls.length === 0) return null;
  const { own } = splitRuns(runs);
  const tokens = recalls.reduce((sum, { sentTokens }) => sum + sentTokens, 0);
  return (
    <div>
      <h3>
        Recalled {timesOf(recalls.length)}, {formatCount(tokens, 'token')}
      </h3>
      <ul className="recall-list">
        {recalls.map((recall) => (
          <li key={recall.toolCallId}>
            <span>
              {recall.runId === own?.runId ? '' : 'later, '}step {recall.step}
            </span>
            <span className="clip" title={recall.asked}>
              <HiddenText text={askOf(recall)} />
            </span>
            <span>{formatCount(recall.sentTokens, 'token')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const timesOf = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

const askOf = ({ by, asked }: Recall): string =>
  by === 'lines'
    ? `lines ${asked.replaceAll('-', '–')}`
    : by === 'query'
      ? `query “${asked}”`
      : `path ${asked}`;
