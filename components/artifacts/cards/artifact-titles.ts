import { artifactsOf, type ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { describeCall } from '../text/describe-call.ts';

/** The title of a call's artifact. */
export const titleOfCall = (call: ToolCallState): string =>
  call.result?.toolTelemetry.title ?? describeCall(call.toolName, call.arguments);

/** The titles of all artifacts in a conversation, by ID. */
export const titlesOfArtifacts = (
  toolCalls: Readonly<Record<string, ToolCallState>>,
): [artifactId: string, title: string][] =>
  Object.values(toolCalls).flatMap((call) =>
    artifactsOf(call).map((artifactId): [string, string] => [artifactId, titleOfCall(call)]),
  );
