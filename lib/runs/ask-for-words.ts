import { streamText } from 'ai';
import { answerContext, type StepEntry } from '../core/vocabulary/ledger/ledger.ts';
import type { Price } from '../core/vocabulary/ledger/prices.ts';
import { costOfStep } from '../core/vocabulary/ledger/step-money.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import { limitAnswer } from './limit-answer.ts';
import type { Model } from './models.ts';
import { type ReportedUsage, readUsage } from './reported-usage.ts';

/** What a model call outside of a run's steps is recorded with. */
export interface CallRecording {
  ledger: Pick<LedgerWriter, 'record'>;
  priceOf(model: string, inputTokens?: number): Price | null;
  nowMs(): number;
}

/** Who and what a model call is charged to. */
export interface ChargedTo {
  conversationId: string;
  conversationTitle: string;
  workspace: string;
  runId: string;
  member: { id: string; name: string };
  /** The call that delegated to the sub-agent that it is for; `null`: it is for the conversation. */
  parentToolCallId: string | null;
}

export interface AskedWords {
  instructions: string;
  content: string;
  maxMs: number;
  signal: AbortSignal;
  account: ChargedTo;
  purpose: StepEntry['purpose'];
  /** Of the ledger's entry, unique in its run: the call is recorded once. */
  entryId: string;
}

export interface AnsweredWords {
  text: string;
  /** Why there are none, or not all; `null`: they are whole. */
  failure: unknown;
  /** `null`: not known. */
  costMicrodollars: number | null;
}

/**
 * Asks a model for words, without tools. Whatever comes of it is recorded, because the provider may charge for it.
 * @throws the signal's reason
 */
export async function askForWords(
  model: Model,
  { instructions, content, maxMs, signal, ...entry }: AskedWords,
  recording: CallRecording,
): Promise<AnsweredWords> {
  let failure: unknown = null;
  const result = streamText({
    model: limitAnswer(model.languageModel),
    instructions,
    messages: [{ role: 'user', content }],
    maxRetries: 1,
    abortSignal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
    onError: ({ error }) => {
      failure = error;
    },
  });
  let text = '';
  let usage: ReportedUsage = unreported;
  try {
    text = await result.text;
    usage = await result.usage;
  } catch (error) {
    failure ??= error;
  }
  const costMicrodollars = await record(recording, model.id, entry, usage);
  signal.throwIfAborted();
  return { text, failure, costMicrodollars };
}

const unreported: ReportedUsage = {
  inputTokens: undefined,
  outputTokens: undefined,
  inputTokenDetails: { cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokenDetails: { reasoningTokens: undefined },
};

/** @returns what it cost; `null`: not known */
async function record(
  { ledger, priceOf, nowMs }: CallRecording,
  model: string,
  { account, purpose, entryId }: Pick<AskedWords, 'account' | 'purpose' | 'entryId'>,
  usage: ReportedUsage,
): Promise<number | null> {
  const read = readUsage(usage);
  const price = priceOf(model, read.inputTokens ?? 0);
  await ledger.record({
    kind: 'step',
    id: `${account.runId}:${entryId}`,
    timestamp: new Date(nowMs()).toISOString(),
    ...answerContext,
    ...account,
    purpose,
    model,
    usage: read,
    carried: [],
    overheadTokens: 0,
    countedTokens: null,
    isRecall: false,
    price,
  });
  return costOfStep({ price, usage: read });
}
