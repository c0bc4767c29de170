import { formatNumber } from '../ui/format-number.ts';
import type { SeenSide } from './panel-subject.ts';
import { ReadFirstRun } from './replaced-words.tsx';
import { SeenText } from './seen-text.tsx';
import { WhyView } from './why-view.tsx';

/** The model's side in the panel: the text exactly as sent, and what it is known by. */
export function PanelSeen({ seen, hasHead }: { seen: SeenSide; hasHead: boolean }) {
  return (
    <section className="seen-side reverse" aria-label="What the model saw">
      {hasHead && (
        <div className="pair-head">
          <h2>What the model saw</h2>
          <span className="dim small clip">byte for byte</span>
          <span className="fig">
            <b className="strong">{formatNumber(seen.telemetry.sentTokens)}</b> tokens
          </span>
        </div>
      )}
      <SeenText text={seen.text} />
      {seen.telemetry.artifactId !== null && seen.telemetry.relation === 'summary' && (
        <WhyView key={seen.telemetry.artifactId} artifactId={seen.telemetry.artifactId} />
      )}
      <p className="facts">
        {seen.readFirstRunAt !== null && (
          <>
            <ReadFirstRun readAt={seen.readFirstRunAt} />{' '}
          </>
        )}
        {seen.telemetry.tokenizer} · {seen.telemetry.artifactId}
      </p>
    </section>
  );
}
