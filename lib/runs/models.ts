import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { OfferedModel } from '../config/offered-models.ts';
import { limits } from '../core/limits.ts';
import { checkAnswer } from './check-answer.ts';
import { createFetchStream } from './fetch-stream.ts';
import { guardSilence } from './guard-silence.ts';
import { hasReasoning } from './has-reasoning.ts';
import { hasVision } from './has-vision.ts';
import { joinDeltas } from './join-deltas.ts';
import { offlineModel } from './offline-model.ts';
import { refuseLongWait } from './retry-after.ts';

export interface Model {
  /** What the log and the ledger call it. */
  id: string;
  /** What people read. */
  label: string;
  /** Its name at the provider, by which its price and its window are known. */
  providerName: string;
  /** A rule-based interpreter, not a language model; the page says so. */
  isOffline: boolean;
  /** Whether it can look at images. */
  hasVision: boolean;
  /** Whether people can choose how much it thinks. */
  hasReasoning: boolean;
  /** Whether its provider wants its reasoning back with later steps. */
  keepsReasoning: boolean;
  /** Whether its provider offers to compact what it is sent. */
  offersCompaction: boolean;
  languageModel: LanguageModelV4;
}

/** The models of this server: there is at least one. */
export interface Models {
  /** What is used where nobody chose, unless the team's admins decided otherwise. */
  standard: Model;
  list: readonly Model[];
  /** `null`: the server does not have it (any more). */
  find(id: string): Model | null;
}

const offline: Model = {
  id: offlineModel.modelId,
  label: 'offline model',
  providerName: offlineModel.modelId,
  isOffline: true,
  hasVision: false,
  hasReasoning: false,
  keepsReasoning: false,
  offersCompaction: false,
  languageModel: offlineModel,
};

/**
 * Hosted models, any server with the same interface, or the offline one.
 * @param paceMs how long words are collected, besides what is usual; default: not at all
 */
export const createModels = (offered: readonly OfferedModel[], paceMs = () => 0): Models => {
  const [standard = offline, ...others] = offered.map((model) => openModel(model, paceMs));
  return modelsOf([standard, ...others]);
};

export const modelsOf = (list: readonly [Model, ...Model[]]): Models => ({
  standard: list[0],
  list,
  find: (id) => list.find((model) => model.id === id) ?? null,
});

function openModel(offered: OfferedModel, paceMs: () => number): Model {
  const { id, label, model: name, apiKey, baseUrl, api, vision } = offered;
  const isReasoning = offered.reasoning ?? hasReasoning(name);
  const provider = createOpenAI({
    // Self-hosted servers often need no key, but the client requires one.
    apiKey: apiKey ?? 'none',
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
    fetch: createFetchStream(paceMs),
  });
  const model = api === 'chat' ? provider.chat(name) : provider.responses(name);
  return {
    id,
    label,
    providerName: name,
    isOffline: false,
    hasVision: vision === 'auto' ? hasVision(name) : vision === 'on',
    hasReasoning: isReasoning,
    keepsReasoning: isReasoning && api === 'responses',
    offersCompaction: api === 'responses',
    languageModel: guardSilence(refuseLongWait(joinDeltas(checkAnswer(model))), limits.modelIdleMs),
  };
}
