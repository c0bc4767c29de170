import { useState } from 'react';
import type { ModelView } from '#lib/core/api/model-view.ts';
import type { Effort } from '#lib/core/vocabulary/effort.ts';

export interface ChosenModel {
  model: ModelView;
  models: readonly ModelView[];
  choose: (id: string) => void;
  /** What the next message names; `null`: it goes to what answered before. */
  namedId: string | null;
  /** How much the model thinks; `null`: as its provider thinks fit. */
  effort: Effort | null;
  chooseEffort: (effort: Effort) => void;
  /** What the next message says of that; `null`: nothing, as before. */
  namedEffort: Effort | null;
}

/**
 * The model of the next message: the one that the member chose, or else the one that answered before, or else the
 * default.
 * @param models the default first
 */
export function useChosenModel(
  models: readonly [ModelView, ...ModelView[]],
  { id: beforeId, effort: effortBefore }: { id: string | null; effort: Effort | null },
): ChosenModel {
  const [chosenId, choose] = useState<string | null>(null);
  const [chosenEffort, chooseEffort] = useState<Effort | null>(null);
  const find = (id: string | null) => models.find((model) => model.id === id && model.isAllowed);
  const before = find(beforeId) ?? models[0];
  const model = find(chosenId) ?? before;
  // What was chosen is named: somebody else may choose meanwhile. So is what replaces one that is gone.
  const isSame = chosenId === null && (beforeId === null || find(beforeId) !== undefined);
  const effort = chosenEffort ?? effortBefore;
  return {
    model,
    models,
    choose,
    namedId: isSame ? null : model.id,
    effort,
    chooseEffort,
    namedEffort: model.hasReasoning && effort !== effortBefore ? effort : null,
  };
}
