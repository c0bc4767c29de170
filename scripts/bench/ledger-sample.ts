import {
  answerContext,
  type CallEntry,
  type LedgerEntry,
  type StepEntry,
} from '#lib/core/vocabulary/ledger/ledger.ts';
import { toolNames } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { createPicker } from './picker.ts';

const days = 90;
const dayMs = 24 * 3_600_000;
const conversations = 2_000;
const members = 20;
const models = ['gpt-5.4', 'gpt-5.4-mini', 'own-model'];

/**
 * The ledger entries of a team of 20 over the 90 days up to `endMs`: as many tool calls as model calls, in
 * chronological order. One model has no known price, and one call in ten is a recall.
 */
export function* sampleLedger(count: number, endMs: number): Generator<LedgerEntry> {
  const pick = createPicker();
  const startMs = endMs - days * dayMs;
  for (let index = 0; index < count; index += 1) {
    const timestamp = new Date(startMs + Math.floor((index * days * dayMs) / count)).toISOString();
    // Consecutive entries belong to the same conversation for a while.
    const conversation = (Math.floor(index / 60) * 7) % conversations;
    const member = conversation % members;
    const model = models[pick(models.length)] ?? '';
    const entryContext = {
      id: `run_${index}:${index}`,
      timestamp,
      conversationId: `conv_${conversation}`,
      conversationTitle: `Conversation ${conversation}`,
      runId: `run_${Math.floor(index / 12)}`,
      model,
      workspace: `workspace-${conversation % 5}`,
      member: { id: `mem_${member}`, name: `Member ${member}` },
    };
    yield index % 2 === 0 ? sampleCall(entryContext, pick) : sampleStep(entryContext, pick, model);
  }
}

type EntryContext = Pick<
  CallEntry,
  'id' | 'timestamp' | 'conversationId' | 'conversationTitle' | 'runId' | 'model' | 'workspace' | 'member'
>;

function sampleCall(entryContext: EntryContext, pick: (below: number) => number): CallEntry {
  const toolName = toolNames[pick(toolNames.length)] ?? 'read_file';
  const isRecall = toolName === 'recall_output';
  const sentTokens = 40 + pick(360);
  return {
    ...entryContext,
    ...answerContext,
    kind: 'call',
    toolCallId: entryContext.id,
    stepId: null,
    toolName,
    title: 'npm test',
    artifactId: isRecall ? null : `art_${entryContext.id}`,
    summarizer: isRecall ? null : `${toolName}-summarizer`,
    level: 'balanced',
    success: pick(20) > 0,
    fullTokens: isRecall ? sentTokens : sentTokens + pick(60_000),
    isEstimated: false,
    widenedTokens: null,
    sentTokens,
    tokenizer: 'o200k_base',
    recalledTool: isRecall ? 'read_file' : null,
    recalledKind: isRecall ? 'read_file-summarizer' : null,
    recalledArtifactId: isRecall ? `art_${entryContext.runId}` : null,
    recallAsk: isRecall ? 'lines 5-9' : null,
  };
}

function sampleStep(entryContext: EntryContext, pick: (below: number) => number, model: string): StepEntry {
  const inputTokens = 2_000 + pick(60_000);
  return {
    ...entryContext,
    ...answerContext,
    kind: 'step',
    usage: {
      inputTokens,
      cacheReadTokens: pick(inputTokens),
      cacheWriteTokens: null,
      outputTokens: pick(2_000),
      reasoningTokens: null,
    },
    carried: [
      { toolName: 'read_file', avoidedTokens: pick(30_000), recallTokens: 0 },
      { toolName: 'grep_file', avoidedTokens: pick(9_000), recallTokens: pick(900) },
    ],
    overheadTokens: 160,
    isRecall: pick(12) === 0,
    countedTokens: inputTokens - pick(400),
    price:
      model === 'own-model'
        ? null
        : { input: 2_500_000, cachedInput: 250_000, cacheWrite: null, output: 15_000_000 },
  };
}
