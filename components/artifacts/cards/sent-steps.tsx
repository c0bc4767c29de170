'use client';

import type { CardSource } from '../context/card-source.ts';
import { useRunsCarrying } from '../context/use-runs-carrying.ts';
import { formatSteps, shortSteps } from './format-steps.ts';
import { ViewDecider } from './view-decider.tsx';

/** On a card's label: who decided on the model's view, where others could, and the steps that carried it. */
export function SentSteps({ source }: { source: CardSource }) {
  const runs = useRunsCarrying(source);
  const steps = shortSteps(runs);
  return (
    <>
      <ViewDecider source={source} />
      {steps !== null && (
        <span className="sent-steps wide-only" title={formatSteps(runs)}>
          {steps}
        </span>
      )}
    </>
  );
}
