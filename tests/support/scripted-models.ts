import { type Model, type Models, modelsOf } from '#lib/runs/models.ts';

/** The models of a server that has one, without a provider. */
export const scriptedModels = (languageModel: Model['languageModel'], change: Partial<Model> = {}): Models =>
  modelsOf([
    {
      id: 'scripted',
      label: 'scripted',
      providerName: 'scripted',
      isOffline: false,
      hasVision: false,
      hasReasoning: false,
      keepsReasoning: false,
      offersCompaction: false,
      languageModel,
      ...change,
    },
  ]);
