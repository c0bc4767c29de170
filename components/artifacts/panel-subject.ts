import { useEffect, useState } from 'react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import type { ToolCallState } from '../../lib/core/conversation-state.ts';
import type { ToolTelemetry } from '../../lib/core/events.ts';
import { artifactUrl, fetchMetadata } from './artifact-api.ts';

/** What the model saw of an artifact, where its call is in this conversation. */
export interface SeenSide {
  telemetry: ToolTelemetry;
  text: string;
}

/** The call that made an artifact. */
export function callOfArtifact(
  toolCalls: Readonly<Record<string, ToolCallState>>,
  artifactId: string,
): ToolCallState | null {
  const calls = Object.values(toolCalls);
  return calls.find((call) => call.result?.toolTelemetry.artifactId === artifactId) ?? null;
}

export const seenSideOf = (call: ToolCallState | null): SeenSide | null =>
  call?.result ? { telemetry: call.result.toolTelemetry, text: call.result.result?.content ?? '' } : null;

type Known = ArtifactMetadata | 'missing' | 'failed' | null;

/** An artifact's metadata, which outlives its bytes. `null` while it is on its way. */
export function useMetadata(artifactId: string): Known {
  const [known, setKnown] = useState<Known>(null);
  useEffect(() => {
    setKnown(null);
    const controller = new AbortController();
    void fetchMetadata(artifactUrl(artifactId), controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if (result.ok) setKnown(result.value.metadata);
      else setKnown(result.code === 'not_found' || result.code === 'invalid_id' ? 'missing' : 'failed');
    });
    return () => controller.abort();
  }, [artifactId]);
  return known;
}
