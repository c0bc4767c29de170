'use client';

import { formatCount } from '#components/ui/format-number.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { formatFullTokens } from '../cards/format-full-tokens.ts';
import { RunAgain } from '../cards/run-again.tsx';
import type { PanelTarget } from '../context/panel-hash.ts';
import { GoToLine } from '../lines/go-to-line.tsx';
import { SearchBar } from '../lines/search-bar.tsx';
import type { Search } from '../lines/use-search.ts';
import { ArtifactView } from '../viewers/artifact-view.tsx';
import { PanelMessage } from '../viewers/panel-message.tsx';
import { PresentationProvider } from '../viewers/presentation-context.ts';
import { viewers } from '../viewers/viewers.ts';
import { MaskedNote } from './masked-note.tsx';
import { PanelProblems } from './panel-problems.tsx';
import type { SeenView } from './panel-subject.ts';
import type { PanelView } from './use-panel-view.ts';

/** The display view in the panel: the whole artifact, or what became of it. */
export function PanelEverything(props: {
  url: string;
  target: PanelTarget;
  /** `null`: it is loading, or gone. */
  metadata: ArtifactMetadata | null;
  /** `null`: it is loading, or can be shown. */
  gone: ArtifactMetadata | 'missing' | 'failed' | null;
  call: ToolCallState | null;
  seen: SeenView | null;
  view: PanelView;
  search: Search;
  onNew: (artifactId: string) => void;
}) {
  const { metadata, gone, call, seen, view, search } = props;
  const lineCount = metadata && viewers[metadata.type].lines !== null ? metadata.lineCount : null;
  return (
    <section className="panel-view" aria-label="Everything">
      {view.shownView === 'both' && seen && (
        <PairHead metadata={metadata ?? (typeof gone === 'object' ? gone : null)} seen={seen} />
      )}
      {lineCount !== null && search.isOpen && <SearchBar search={search} onClose={view.toggleSearch} />}
      {metadata && lineCount !== null && view.isGoing && (
        <GoToLine lastNumber={metadata.firstLine + lineCount - 1} onGo={view.goTo} onClose={view.closeGoTo} />
      )}
      {metadata && <PanelProblems metadata={metadata} onLine={view.showLine} />}
      {metadata && (
        <ArtifactView
          baseUrl={props.url}
          metadata={metadata}
          isRich={view.isRich}
          isWrapped={view.isWrapped}
          selection={props.target.lines}
          onSelect={view.onSelectLine}
          onLine={view.showLine}
          focus={view.focus}
          find={search.find}
        />
      )}
      {gone && (
        <PresentationProvider value={typeof gone === 'object' ? viewers[gone.type].presentation : null}>
          <PanelMessage about={gone}>{call && <RunAgain call={call} onNew={props.onNew} />}</PanelMessage>
        </PresentationProvider>
      )}
      {metadata && seen?.readFirstRunAt === null && seen.telemetry.masked && (
        <MaskedNote masked={seen.telemetry.masked} />
      )}
    </section>
  );
}

/** Above the display view where the assistant view is beside it. */
const PairHead = ({ metadata, seen }: { metadata: ArtifactMetadata | null; seen: SeenView }) => (
  <div className="pair-head">
    <h2>Everything</h2>
    {metadata && <span className="dim small clip">{sizeOf(metadata)}</span>}
    <span className="pair-figure">{formatFullTokens(seen)} tokens</span>
  </div>
);

const sizeOf = ({ lineCount, byteLength }: ArtifactMetadata): string =>
  [...(lineCount === null ? [] : [formatCount(lineCount, 'line')]), formatBytes(byteLength)].join(' · ');
