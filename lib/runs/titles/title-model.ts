import type { CallRecording } from '../ask-for-words.ts';
import { isAllowed, type ModelPolicy } from '../choose-model.ts';
import type { Model, Models } from '../models.ts';

/**
 * The model that makes titles: the cheapest that the team allows, of those with a known price. `null`: titles are made
 * by rule, as where there is only one model, which is there for the answers.
 */
export function titleModel(
  { list }: Pick<Models, 'list'>,
  policy: ModelPolicy,
  priceOf: CallRecording['priceOf'],
): Model | null {
  if (list.length < 2) return null;
  const priced = list.flatMap((model) => {
    const price = model.isOffline || !isAllowed(policy, model.id) ? null : priceOf(model.id);
    return price === null ? [] : [{ model, cost: price.input * inputPerOutput + price.output }];
  });
  return priced.sort((one, other) => one.cost - other.cost)[0]?.model ?? null;
}

/** A title is short, and what it is made from is not. */
const inputPerOutput = 20;
