import type { ModelView } from '#lib/core/api/model-view.ts';
import { isAllowed, standardModel } from '#lib/runs/choose-model.ts';
import { modelReleases } from '#lib/runs/known-models.ts';
import { contextWindowOf } from '#lib/runs/model-catalog.ts';
import type { Services } from '#lib/services.ts';

/** Whether the config file says what it costs. */
const isConfigured = (
  { prices }: Services['config'],
  { id, providerName }: Services['models']['list'][number],
) => Object.hasOwn(prices, id) || Object.hasOwn(prices, providerName);

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
  const view = (model: (typeof models.list)[number]): ModelView => ({
    id: model.id,
    label: model.label,
    isOffline: model.isOffline,
    hasVision: model.hasVision,
    hasReasoning: model.hasReasoning,
    price: priceOf(model.id),
    priceDate: isConfigured(config, model) || priceOf(model.id) === null ? null : modelReleases.prices.date,
    windowTokens: contextWindowOf(model, config.models),
    isAllowed: isAllowed(policy, model.id),
  });
  const standard = standardModel(models, policy);
  return [view(standard), ...models.list.filter(({ id }) => id !== standard.id).map(view)];
}
