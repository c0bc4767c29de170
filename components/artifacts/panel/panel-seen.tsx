import { formatNumber } from '#components/ui/format-number.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ModelReading } from '#lib/core/api/model-reading-schema.ts';
import { ReadFirstRun } from '../cards/replaced-words.tsx';
import { SeenText } from '../cards/seen-text.tsx';
import type { SeenView } from './panel-subject.ts';
import { RecallList } from './recall-list.tsx';
import { StepsBar } from './steps-bar.tsx';
import { WhyView } from './why-view.tsx';

/**
 * The assistant view in the panel: the exact text sent, the steps that carried it, its recalls and its hash.
 */
export function PanelSeen(props: {
  seen: SeenView;
  hasHead: boolean;
  reading: ModelReading | null;
  sha256: string | null;
}) {
  const { seen, reading, sha256 } = props;
  const { tokenizer, artifactId } = seen.telemetry;
  return (
    <section className="seen-view reverse" aria-label="What the model saw">
      {props.hasHead && (
        <div className="pair-head">
          <h2>What the model saw</h2>
          <span className="dim small clip">byte for byte</span>
          <span className="pair-figure">
            <b className="strong">{formatNumber(seen.telemetry.sentTokens)}</b> tokens
          </span>
        </div>
      )}
      <SeenText text={seen.text} />
      {artifactId !== null && seen.telemetry.relation === 'summary' && (
        <WhyView key={artifactId} artifactId={artifactId} />
      )}
      <div className="facts">
        {seen.telemetry.widenedTokens !== undefined && <Widened tokens={seen.telemetry.widenedTokens} />}
        {seen.readFirstRunAt !== null && (
          <p>
            <ReadFirstRun readAt={seen.readFirstRunAt} />
          </p>
        )}
        {reading && <StepsBar runs={reading.runs} recalls={reading.recalls} />}
        {reading && <RecallList runs={reading.runs} recalls={reading.recalls} />}
        <p className="known-by mono" title={sha256 === null ? undefined : `sha256 ${sha256}`}>
          {[...(sha256 === null ? [] : [groupedHash(sha256)]), tokenizer, artifactId].join(' · ')}
        </p>
      </div>
    </section>
  );
}

/** Shown when the model's view was widened beyond what its level alone allows. */
const Widened = ({ tokens }: { tokens: number }) => (
  <p>
    Widened to {formatNumber(tokens)} tokens, because the model often asked for more of such results.{' '}
    <PageLink className="link" href="/savings/recalls">
      Why the model asked for more
    </PageLink>
  </p>
);

const groupedHash = (sha256: string): string =>
  `sha256 ${sha256.slice(0, 4)} ${sha256.slice(4, 8)} … ${sha256.slice(-4)}`;
