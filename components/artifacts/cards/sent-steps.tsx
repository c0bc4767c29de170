'use client';

import type { CardSource } from '../context/card-source.ts';
import { useRunsCarrying } from '../context/use-runs-carrying.ts';
import { formatSteps, shortSteps } from './format-steps.ts';

/** On a card's label: the steps that carried the model's view. */
export function SentSteps({ source }: { source: CardSource }) {
  const runs = useRunsCarrying(source);
  const steps = shortSteps(runs);
  return (
    steps !== null && (
      <span className="sent-steps wide-only" title={formatSteps(runs)}>
        {steps}
      </span>
    )
  );
}
