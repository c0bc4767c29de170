import { randomBytes } from 'node:crypto';
import type { ToolExecutionOptions } from 'ai';
import { formatId, type IdPrefix, idBytes } from '../core/vocabulary/ids.ts';
import { answerContext } from '../core/vocabulary/ledger/ledger.ts';
import { noActivity } from '../core/vocabulary/no-activity.ts';
import { createSecretMasker } from '../split/secrets/secret-masker.ts';
import { createSecretNames } from '../split/secrets/secret-names.ts';
import type { SplitLevel } from '../split/split.ts';
import { loadTokenizer } from '../split/tokenizer.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import type { ToolCallRequest } from '../tools/tool-call.ts';
import type { CallContext, ToolContext } from '../tools/tool-context.ts';
import { earlierCallsIn } from './earlier-calls.ts';

export interface CallSettings {
  artifacts: ArtifactStore;
  level: Exclude<SplitLevel, 'off'>;
  /** `null`: as long as the conversation. */
  ttlSeconds: number | null;
  conversationId: string;
  onError(error: unknown): void;
}

type EmbeddedContext = CallContext & Pick<ToolContext, 'createMask' | 'earlierCalls'>;

const newId = (prefix: IdPrefix) => formatId(prefix, randomBytes(idBytes));

/** Makes the requests of calls outside of a run: there is no log, no ledger and nobody who watches. */
export function createCallRequests({ artifacts, level, ttlSeconds, conversationId, onError }: CallSettings) {
  const secrets = { known: [], names: createSecretNames() };
  const runId = newId('run');
  return async (
    toolName: string,
    input: unknown,
    {
      toolCallId,
      messages,
      abortSignal,
    }: Pick<ToolExecutionOptions<unknown>, 'toolCallId' | 'messages' | 'abortSignal'>,
  ): Promise<ToolCallRequest<EmbeddedContext>> => ({
    ...{ toolName, toolCallId, input, runId, level, secrets },
    context: {
      artifacts,
      signal: abortSignal ?? new AbortController().signal,
      earlierCalls: (name) => earlierCallsIn(messages, name, new Date().toISOString()),
      count: (await loadTokenizer()).count,
      mayRecall: async (artifact) => artifact.conversationId === conversationId,
      createMask: () => createSecretMasker(secrets).mask,
    },
    stepId: null,
    entryContext: {
      ...answerContext,
      ...{ conversationId, conversationTitle: '', model: '', workspace: '' },
      member: { id: '', name: '' },
    },
    summarizerOf: () => null,
    budgetTokens: null,
    widened: new Map(),
    canRecall: true,
    readLifetime: async () => ttlSeconds,
    isRerun: false,
    activity: noActivity,
    ledger: { record: async () => {} },
    newArtifactId: () => newId('art'),
    nowMs: Date.now,
    onPartial() {},
    onStorageFailure: onError,
    onSplitFault: onError,
  });
}

export type RequestOf = ReturnType<typeof createCallRequests>;
