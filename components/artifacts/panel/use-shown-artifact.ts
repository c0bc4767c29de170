import { attachedViewOf } from '#lib/core/conversation/attached-view.ts';
import { callOfArtifact } from '#lib/core/conversation/call-of-artifact.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import { allItems } from '#lib/core/conversation/thread-tree.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { useIsOver } from '../api/use-is-over.ts';
import { titleOfCall } from '../cards/artifact-titles.ts';
import { useArtifactViews } from '../cards/use-artifact-views.ts';
import { useKeeping } from '../cards/use-keeping.ts';
import { useSeenText } from '../cards/use-seen-text.ts';
import { type SeenSource, seenTextOf } from '../context/card-source.ts';
import { useKeptMetadata } from '../context/keeps-context.tsx';
import { richViewOf } from '../viewers/rich-view-of.ts';
import { viewers } from '../viewers/viewers.ts';
import { seenAttachment, seenViewOf, useMetadata } from './panel-subject.ts';

const nothingSeen: SeenSource = { text: '' };

/** What the panel knows of the artifact that it shows. */
export function useShownArtifact(artifactId: string, state: ConversationState) {
  /** `null`: the artifact is not from this conversation, so only one view is known. */
  const call = callOfArtifact(state.toolCalls, artifactId);
  const known = useMetadata(artifactId, call);
  const metadata = useKeptMetadata(known !== null && typeof known === 'object' ? known : null);
  const isOver = useIsOver(metadata);
  const isAlive = metadata !== null && metadata.state !== 'expired' && !isOver;
  // An artifact that is still growing cannot be frozen for a share.
  const isComplete = isAlive && metadata.state === 'complete';
  const hasLines = isAlive && viewers[metadata.type].lines !== null && metadata.lineCount !== null;
  const attached = call ? null : attachedViewOf(allItems(state.tree), artifactId);
  const attachedText = useSeenText(attached ? seenTextOf(attached) : nothingSeen, true);
  const seen = attached ? seenAttachment(attached, attachedText) : seenViewOf(call, artifactId);
  return {
    artifactId,
    call,
    metadata,
    /** The metadata, while its bytes can be read. */
    live: isAlive ? metadata : null,
    /** Why there is nothing to read, or the metadata of what has ended. */
    gone: known !== null && !isAlive ? (typeof known === 'string' ? known : (metadata ?? known)) : null,
    isComplete,
    hasLines,
    seen,
    keeping: useKeeping(isAlive ? metadata : null),
    views: useArtifactViews(artifactId, isComplete, 'panel'),
    rich: isAlive ? richViewOf(metadata) : null,
    title: metadata?.title ?? (call && titleOfCall(call)) ?? artifactId,
    url: artifactUrl(artifactId),
  };
}

export type ShownArtifact = ReturnType<typeof useShownArtifact>;
