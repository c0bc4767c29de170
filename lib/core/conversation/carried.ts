import type { EventData } from '../vocabulary/events.ts';
import { avoidedOf } from '../vocabulary/ledger/avoided-of.ts';
import type { Carried } from '../vocabulary/ledger/ledger.ts';
import { recallOutputProfile } from '../vocabulary/tools/recall-output.ts';
import { callOfArtifact } from './call-of-artifact.ts';
import type { ConversationState, ToolCallState } from './conversation-state.ts';

type Telemetry = EventData<'tool.execution_complete'>['toolTelemetry'];

/**
 * Token count of the text that a credit can be computed from; `null` for a failed result or one that is not
 * text.
 */
export const countedTokens = (success: boolean, { type, fullTokens }: Telemetry): number | null =>
  success && type !== 'binary' ? fullTokens : null;

/** What the next step re-sends of the existing results, by tool: all of them are in the model's history. */
export function carriedNow({ toolCalls }: Pick<ConversationState, 'toolCalls'>): Carried[] {
  const byTool = new Map<string, Carried>();
  const of = (toolName: string): Carried => {
    const carried = byTool.get(toolName) ?? { toolName, avoidedTokens: 0, recallTokens: 0 };
    byTool.set(toolName, carried);
    return carried;
  };
  for (const call of Object.values(toolCalls)) {
    const { result } = call;
    const full = result && countedTokens(result.success, result.toolTelemetry);
    if (full === null || result === null) continue;
    const { sentTokens } = result.toolTelemetry;
    const recalled = recalledCall(toolCalls, call);
    if (recalled) of(recalled.toolName).recallTokens += sentTokens;
    else of(call.toolName).avoidedTokens += avoidedOf(full, sentTokens);
  }
  return [...byTool.values()].filter(
    ({ avoidedTokens, recallTokens }) => avoidedTokens !== 0 || recallTokens !== 0,
  );
}

/** The call whose artifact a recall read more of. */
function recalledCall(
  toolCalls: ConversationState['toolCalls'],
  { toolName, arguments: input }: ToolCallState,
): ToolCallState | null {
  if (
    toolName !== recallOutputProfile.name ||
    typeof input !== 'object' ||
    input === null ||
    Array.isArray(input)
  ) {
    return null;
  }
  return typeof input.artifactId === 'string' ? callOfArtifact(toolCalls, input.artifactId) : null;
}
