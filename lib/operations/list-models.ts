import type { ModelView } from '#lib/core/api/model-view.ts';
import { isAllowed, standardModel } from '#lib/runs/choose-model.ts';
import { modelReleases } from '#lib/runs/known-models.ts';
import { contextWindowOf, costlierAbove, isPriceConfigured } from '#lib/runs/model-catalog.ts';
import type { Services } from '#lib/services.ts';

/** The models of this server, the default first. */
export async function listModels({
  models,
  config,
  priceOf,
  readModelPolicy,
}: Pick<Services, 'models' | 'config' | 'priceOf' | 'readModelPolicy'>): Promise<
  [ModelView, ...ModelView[]]
> {
  const policy = await readModelPolicy();
  const view = (model: (typeof models.list)[number]): ModelView => {
    // The name that its price goes by.
    const name = Object.hasOwn(config.prices, model.id) ? model.id : model.providerName;
    const price = priceOf(model.id);
    return {
      id: model.id,
      label: model.label,
      isOffline: model.isOffline,
      hasVision: model.hasVision,
      hasReasoning: model.hasReasoning,
      price,
      costlierAbove: costlierAbove(name, config.prices),
      priceDate: price === null || isPriceConfigured(name, config.prices) ? null : modelReleases.prices.date,
      windowTokens: contextWindowOf(model, config.models),
      isAllowed: isAllowed(policy, model.id),
    };
  };
  const standard = standardModel(models, policy);
  return [view(standard), ...models.list.filter(({ id }) => id !== standard.id).map(view)];
}
