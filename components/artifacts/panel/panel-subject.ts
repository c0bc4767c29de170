import { useResource } from '#components/ui/use-resource.ts';
import type { AttachedView } from '#lib/core/conversation/attached-view.ts';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { rememberedHead } from '../api/read-heads.ts';

/** What the model saw of an artifact whose call, or the message it is attached to, is in this conversation. */
export interface SeenView {
  telemetry: ToolTelemetry;
  text: string;
  /** Tokens of the result that is shown, which may be a later run than the one the model read. */
  fullTokens: number | null;
  fullTokensEstimated: boolean;
  /** When the model read the first run, if a later run is shown; `null`: the model read this one. */
  readFirstRunAt: string | null;
}

export function seenViewOf(call: ToolCallState | null, artifactId: string): SeenView | null {
  if (!call?.result) return null;
  const { toolTelemetry: telemetry, result } = call.result;
  const isFirst = telemetry.artifactId === artifactId;
  const shown = call.replacement?.artifactId === artifactId ? call.replacement.toolTelemetry : null;
  const full = isFirst ? telemetry : shown;
  return {
    telemetry,
    text: result?.content ?? '',
    fullTokens: full?.fullTokens ?? null,
    fullTokensEstimated: full?.fullTokensEstimated ?? false,
    readFirstRunAt: isFirst ? null : call.completedAt,
  };
}

/** @param text `null`: it is loading, so that nothing is claimed yet */
export function seenAttachment({ attachment }: AttachedView, text: string | null): SeenView | null {
  const { telemetry } = attachment;
  if (text === null) return null;
  const { fullTokens, fullTokensEstimated = false } = telemetry;
  return { telemetry, text, fullTokens, fullTokensEstimated, readFirstRunAt: null };
}

type Known = ArtifactMetadata | 'missing' | 'failed' | null;

const growingMs = 1_000;

/**
 * An artifact's metadata, which outlives its bytes. `null` while it loads. While the artifact grows it is
 * reloaded each second, and whenever its call reports progress.
 */
export function useMetadata(artifactId: string, call: ToolCallState | null): Known {
  const url = artifactUrl(artifactId);
  const growth = call?.partial?.artifactId === artifactId ? call.partial : null;
  const { value, failure } = useResource<{ metadata: ArtifactMetadata }>(`${url}?format=metadata`, {
    revision: growth === null ? 'grown' : 'growing',
    everyMs: (known) => (known?.metadata.state === 'writing' ? growingMs : false),
  });
  const known = value?.metadata ?? rememberedHead(url)?.metadata ?? null;
  if (failure) {
    const isMissing = failure.code === 'not_found' || failure.code === 'invalid_id';
    if (isMissing || known === null) return isMissing ? 'missing' : 'failed';
  }
  if (known?.state !== 'writing' || growth === null || growth.byteLength <= known.byteLength) return known;
  return { ...known, byteLength: growth.byteLength, lineCount: growth.lineCount };
}
