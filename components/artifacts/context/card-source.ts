import type { AttachedView } from '#lib/core/conversation/attached-view.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';

/** Where an artifact in the thread comes from: a call of a tool, or a message that it is attached to. */
export type CardSource = ToolCallState | AttachedView;

/** Where the text is that the model read: in the log, or for an attachment in an artifact of its own. */
export type SeenSource = { text: string } | { textArtifactId: string };

export const isAttached = (source: CardSource): source is AttachedView => 'attachment' in source;

/** What is reported of the view that the model read; `undefined`: it has not read it yet. */
export const readTelemetryOf = (source: CardSource): ToolTelemetry | undefined =>
  isAttached(source) ? source.attachment.telemetry : source.result?.toolTelemetry;

export const seenTextOf = (source: CardSource): SeenSource =>
  isAttached(source)
    ? { textArtifactId: source.attachment.textArtifactId }
    : { text: source.result?.result?.content ?? source.result?.error?.message ?? '' };
