import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Config } from '../config.ts';
import { limits } from '../core/limits.ts';
import { checkAnswer } from './check-answer.ts';
import { fetchStream } from './fetch-stream.ts';
import { guardSilence } from './guard-silence.ts';
import { hasVision } from './has-vision.ts';
import { offlineModel } from './offline-model.ts';
import { refuseLongWait } from './retry-after.ts';

export interface Model {
  id: string;
  /** A rule-based interpreter, not a language model; the page says so. */
  isOffline: boolean;
  /** Whether it can look at images. */
  hasVision: boolean;
  languageModel: LanguageModelV4;
}

/** The model that conversations run on: hosted, any server with the same interface, or the offline one. */
export function chooseModel({ openai, modelVision }: Pick<Config, 'openai' | 'modelVision'>): Model {
  if (openai === null) {
    return { id: offlineModel.modelId, isOffline: true, hasVision: false, languageModel: offlineModel };
  }
  const provider = createOpenAI({
    // Self-hosted servers often need no key, but the client requires one.
    apiKey: openai.apiKey ?? 'none',
    ...(openai.baseUrl === null ? {} : { baseURL: openai.baseUrl }),
    fetch: fetchStream,
  });
  const model = openai.api === 'chat' ? provider.chat(openai.model) : provider.responses(openai.model);
  return {
    id: openai.model,
    isOffline: false,
    hasVision: modelVision === 'auto' ? hasVision(openai.model) : modelVision === 'on',
    languageModel: guardSilence(refuseLongWait(checkAnswer(model)), limits.modelIdleMs),
  };
}
