import type { EventData } from '../vocabulary/events.ts';
import { attachmentSource } from '../vocabulary/ledger/attachments.ts';
import { avoidedOf } from '../vocabulary/ledger/avoided-of.ts';
import type { Carried } from '../vocabulary/ledger/ledger.ts';
import { recallOutputProfile } from '../vocabulary/tools/recall-output.ts';
import { attachedViewOf, hasView } from './attached-view.ts';
import { callOfArtifact } from './call-of-artifact.ts';
import { callsOf } from './calls-of.ts';
import { contextOf } from './compaction.ts';
import type { ConversationState, ToolCallState } from './conversation-state.ts';
import { isToAgent, type ThreadItem } from './thread-items.ts';

type Telemetry = EventData<'tool.execution_complete'>['toolTelemetry'];

/**
 * Token count of the text that a credit can be computed from; `null` for a failed result or one that is not
 * text.
 */
export const countedTokens = (success: boolean, { type, fullTokens }: Telemetry): number | null =>
  success && type !== 'binary' ? fullTokens : null;

/** What the next step re-sends of the existing results, by tool: of those that are in the model's history. */
export function carriedNow(
  state: Pick<ConversationState, 'toolCalls' | 'tree' | 'items' | 'activeRunId' | 'compactions'>,
): Carried[] {
  const { toolCalls } = state;
  const items = contextOf(state).items;
  const byTool = new Map<string, Carried>();
  const of = (toolName: string): Carried => {
    const carried = byTool.get(toolName) ?? { toolName, avoidedTokens: 0, recallTokens: 0 };
    byTool.set(toolName, carried);
    return carried;
  };
  for (const call of callsOf(items, toolCalls)) {
    const { result } = call;
    const full = result && countedTokens(result.success, result.toolTelemetry);
    if (full === null || result === null) continue;
    const { sentTokens } = result.toolTelemetry;
    const recalled = recalledSource({ toolCalls, items }, call);
    if (recalled !== null) of(recalled).recallTokens += sentTokens;
    else of(call.toolName).avoidedTokens += avoidedOf(full, sentTokens);
  }
  for (const { telemetry } of items.flatMap(attachedViews)) {
    const full = countedTokens(true, telemetry);
    if (full !== null) of(attachmentSource).avoidedTokens += avoidedOf(full, telemetry.sentTokens);
  }
  return [...byTool.values()].filter(
    ({ avoidedTokens, recallTokens }) => avoidedTokens !== 0 || recallTokens !== 0,
  );
}

const attachedViews = (item: ThreadItem) => (isToAgent(item) ? item.attachments.filter(hasView) : []);

/** The tool whose artifact a recall read more of, or what stands for one. */
function recalledSource(
  { toolCalls, items }: Pick<ConversationState, 'toolCalls' | 'items'>,
  { toolName, arguments: input }: ToolCallState,
): string | null {
  if (
    toolName !== recallOutputProfile.name ||
    typeof input !== 'object' ||
    input === null ||
    Array.isArray(input)
  ) {
    return null;
  }
  const { artifactId } = input;
  if (typeof artifactId !== 'string') return null;
  const call = callOfArtifact(toolCalls, artifactId);
  if (call) return call.toolName;
  return attachedViewOf(items.filter(isToAgent), artifactId) ? attachmentSource : null;
}
