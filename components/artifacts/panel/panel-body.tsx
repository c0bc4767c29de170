import { readingOf } from '#lib/core/api/model-reading.ts';
import type { ConversationState, EarlierRun } from '#lib/core/conversation/conversation-state.ts';
import type { PanelTarget } from '../context/panel-hash.ts';
import type { Search } from '../lines/use-search.ts';
import { CompareView } from './compare/compare-view.tsx';
import { PanelEverything } from './panel-everything.tsx';
import { PanelSeen } from './panel-seen.tsx';
import type { PanelView } from './use-panel-view.ts';
import type { ShownArtifact } from './use-shown-artifact.ts';

/** Everything people see, what the model saw, or both beside each other. */
export function PanelBody(props: {
  shown: ShownArtifact;
  state: ConversationState;
  target: PanelTarget;
  view: PanelView;
  search: Search;
  /** The run that it is compared with; `null`: none. */
  compared: EarlierRun | null;
  onNew: (artifactId: string) => void;
  onCloseComparison: () => void;
}) {
  const { shown, view, compared } = props;
  const { metadata, seen, call } = shown;
  const everything =
    compared && metadata ? (
      <CompareView
        metadata={metadata}
        other={compared}
        isWrapped={view.isWrapped}
        onClose={props.onCloseComparison}
      />
    ) : (
      <PanelEverything
        url={shown.url}
        target={props.target}
        metadata={shown.live}
        gone={shown.gone}
        call={call}
        seen={seen}
        view={view}
        search={props.search}
        onNew={props.onNew}
      />
    );
  const seenView = (hasHead: boolean) =>
    seen && (
      <PanelSeen
        seen={seen}
        hasHead={hasHead}
        reading={call && readingOf(props.state, call)}
        sha256={metadata?.sha256 ?? null}
      />
    );
  if (view.shownView === 'everything') return everything;
  if (view.shownView === 'seen') return seenView(false);
  return (
    seen && (
      <div className="pair">
        {everything}
        {seenView(true)}
      </div>
    )
  );
}
