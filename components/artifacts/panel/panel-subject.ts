import { useEffect, useState } from 'react';
import type { ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { artifactUrl, fetchMetadata } from '../api/artifact-api.ts';
import { rememberedHead } from '../api/read-heads.ts';

/** What the model saw of an artifact whose call is in this conversation. */
export interface SeenSide {
  telemetry: ToolTelemetry;
  text: string;
  /** Tokens of the result that is shown, which may be a later run than the one the model read. */
  fullTokens: number | null;
  fullTokensEstimated: boolean;
  /** When the model read the first run, if a later run is shown; `null`: the model read this one. */
  readFirstRunAt: string | null;
}

export function seenSideOf(call: ToolCallState | null, artifactId: string): SeenSide | null {
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

type Known = ArtifactMetadata | 'missing' | 'failed' | null;

const growingMs = 1_000;

/**
 * An artifact's metadata, which outlives its bytes. `null` while it loads. While the artifact grows it is
 * reloaded each second, and whenever its call reports progress.
 */
export function useMetadata(artifactId: string, call: ToolCallState | null): Known {
  const [current, setCurrent] = useState<{ artifactId: string; known: Known }>(() => ({
    artifactId,
    known: rememberedHead(artifactUrl(artifactId))?.metadata ?? null,
  }));
  const [round, setRound] = useState(0);
  const known = current.artifactId === artifactId ? current.known : null;
  const growth = call?.partial?.artifactId === artifactId ? call.partial : null;
  const isGrowing = growth !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests again each round and when the artifact stops growing
  useEffect(() => {
    const controller = new AbortController();
    void fetchMetadata(artifactUrl(artifactId), controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      const next: Known = result.ok
        ? result.value.metadata
        : result.code === 'not_found' || result.code === 'invalid_id'
          ? 'missing'
          : 'failed';
      setCurrent((before) =>
        next === 'failed' && isMetadata(before.known) ? before : { artifactId, known: next },
      );
    });
    return () => controller.abort();
  }, [artifactId, round, isGrowing]);
  const isWriting = isMetadata(known) && known.state === 'writing';
  useEffect(() => {
    if (!isWriting) return;
    const timer = setInterval(() => setRound((count) => count + 1), growingMs);
    return () => clearInterval(timer);
  }, [isWriting]);
  if (!isMetadata(known) || !isWriting || growth === null) return known;
  if (growth.byteLength <= known.byteLength) return known;
  return { ...known, byteLength: growth.byteLength, lineCount: growth.lineCount };
}

const isMetadata = (known: Known): known is ArtifactMetadata => known !== null && typeof known === 'object';
