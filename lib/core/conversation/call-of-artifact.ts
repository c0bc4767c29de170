import { artifactsOf, type ToolCallState } from './conversation-state.ts';

/** The call that created an artifact, is writing it now, or created it when the call was run again. */
export function callOfArtifact(
  toolCalls: Readonly<Record<string, ToolCallState>>,
  artifactId: string,
): ToolCallState | null {
  return Object.values(toolCalls).find((call) => artifactsOf(call).includes(artifactId)) ?? null;
}
