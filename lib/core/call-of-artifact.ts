import type { ToolCallState } from './conversation-state.ts';

/** The call that made an artifact, makes it now, or made it when it was run again. */
export function callOfArtifact(
  toolCalls: Readonly<Record<string, ToolCallState>>,
  artifactId: string,
): ToolCallState | null {
  const calls = Object.values(toolCalls);
  return (
    calls.find(
      ({ result, partial, replacement, earlier }) =>
        result?.toolTelemetry.artifactId === artifactId ||
        partial?.artifactId === artifactId ||
        replacement?.artifactId === artifactId ||
        earlier.some((run) => run.artifactId === artifactId),
    ) ?? null
  );
}
