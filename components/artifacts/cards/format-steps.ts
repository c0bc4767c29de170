import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import type { RunSteps } from '#lib/core/api/model-reading-schema.ts';

/** `steps 3–9`, `step 3`. */
const stepRange = ({ from, to }: { from: number; to: number }): string =>
  from === to ? `step ${formatNumber(from)}` : `steps ${formatNumber(from)}–${formatNumber(to)}`;

/** Splits steps into those of the run that made the call and those of later runs. */
export function splitRuns(runs: readonly RunSteps[]): { own: RunSteps | null; later: RunSteps[] } {
  const [own = null, ...later] = runs;
  return { own, later };
}

/** For a label: the steps of the call's own run, or how many later steps there were. `null`: not sent yet. */
export function shortSteps(runs: readonly RunSteps[]): string | null {
  const { own, later } = splitRuns(runs);
  if (own?.sent) return stepRange(own.sent);
  const steps = sumSteps(later);
  return steps === 0 ? null : formatCount(steps, 'later step');
}

/** `Sent on steps 3–9 of 9, and on all 4 steps of a later run`. */
export function formatSteps(runs: readonly RunSteps[]): string {
  const { own, later } = splitRuns(runs);
  const parts = [
    ...(own?.sent ? [`on ${stepRange(own.sent)} of ${formatNumber(own.steps)}`] : []),
    ...(later.length > 0 ? [formatLater(later)] : []),
  ];
  return parts.length === 0 ? 'Not sent yet' : `Sent ${parts.join(', and ')}`;
}

function formatLater(later: readonly RunSteps[]): string {
  const steps = sumSteps(later);
  const runs = later.length === 1 ? 'a later run' : `${formatNumber(later.length)} later runs`;
  return steps === 1 ? `on the one step of ${runs}` : `on all ${formatNumber(steps)} steps of ${runs}`;
}

const sumSteps = (runs: readonly RunSteps[]): number => runs.reduce((sum, { steps }) => sum + steps, 0);
