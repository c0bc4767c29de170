import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamResult,
} from '@ai-sdk/provider';

/** The same model with its streamed calls transformed. */
export const wrapModel = (
  model: LanguageModelV4,
  doStream: (options: LanguageModelV4CallOptions) => Promise<LanguageModelV4StreamResult>,
): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: (options) => model.doGenerate(options),
  doStream: async (options) => await doStream(options),
});
