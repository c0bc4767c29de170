import { artifactsOf, type ToolCallState } from './conversation-state.ts';

/** The call that made an artifact, makes it now, or made it when it was run again. */
export function callOfArtifact(
  toolCalls: Readonly<Record<string, ToolCallState>>,
  artifactId: string,
): ToolCallState | null {
  return Object.values(toolCalls).find((call) => artifactsOf(call).includes(artifactId)) ?? null;
}
