import { carriedNow } from '../core/conversation/carried.ts';
import type { StepEntry, StepUsage } from '../core/vocabulary/ledger/ledger.ts';
import { costOfStep } from '../core/vocabulary/ledger/step-money.ts';
import { recallOutputProfile } from '../core/vocabulary/tools/recall-output.ts';
import type { Tool } from '../tools/tool-call.ts';
import { toolText } from './count-context.ts';
import { countDefinitions } from './count-definitions.ts';
import { type Account, entryContextOf, stepIdOf } from './ledger-entries-of-calls.ts';
import { type ReportedUsage, readUsage } from './reported-usage.ts';
import type { RunRequest } from './run-request.ts';
import type { RunSettings } from './run-settings.ts';
import type { CountText } from './text-counter.ts';

/**
 * Records a model call, before its message is in the log. Each call that a provider answered is recorded,
 * even if its answer is lost after that.
 */
export async function recordStep(
  request: RunRequest,
  messageId: string,
  usage: ReportedUsage,
  askedTools: readonly string[],
  countedTokens: number | null,
): Promise<void> {
  const { runId, log, model, tools, settings } = request;
  const definitions = await countDefinitions(request, settings.countText);
  const sent = definitions.flatMap(({ isDeferred, ...one }) => (isDeferred ? [] : [one]));
  const read = readUsage(usage);
  const entry: StepEntry = {
    kind: 'step',
    id: stepIdOf(runId, messageId),
    timestamp: new Date(settings.nowMs()).toISOString(),
    ...entryContextOf(request),
    runId,
    usage: read,
    carried: carriedNow(log.state),
    overheadTokens: await countOwnTool(tools, settings.countText),
    ...(sent.length === 0 ? {} : { definitions: sent }),
    countedTokens,
    isRecall: askedTools.length > 0 && askedTools.every((name) => name === recallOutputProfile.name),
    price: settings.priceOf(model.id, read.inputTokens ?? countedTokens ?? 0),
  };
  request.agent?.spending.add(costOfStep(entry));
  await settings.ledger.record(entry);
}

/**
 * Records a model call whose process ended before the answer did: the provider charges for it, but the amount
 * is unknown.
 */
export async function recordBrokenStep(
  account: Account,
  { ledger, nowMs, priceOf }: Pick<RunSettings, 'ledger' | 'nowMs' | 'priceOf'>,
  messageId: string,
): Promise<void> {
  const { runId, log, model } = account;
  await ledger.record({
    kind: 'step',
    id: stepIdOf(runId, messageId),
    timestamp: new Date(nowMs()).toISOString(),
    ...entryContextOf(account),
    runId,
    usage: noUsage,
    carried: carriedNow(log.state),
    overheadTokens: 0,
    countedTokens: null,
    isRecall: false,
    price: priceOf(model.id),
  });
}

const noUsage: StepUsage = {
  inputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

/** The per-step cost of the definition of the recall tool, which a plain host does not need. */
async function countOwnTool(tools: readonly Tool[], countText: CountText): Promise<number> {
  const tool = tools.find(({ name }) => name === recallOutputProfile.name);
  if (!tool) return 0;
  return await countText(toolText(tool));
}
