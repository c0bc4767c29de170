import type { RunOutcome } from '../core/vocabulary/events.ts';

const start = '[[continue: ';
const reasons: Partial<Record<RunOutcome, string>> = {
  failed: 'it ended with an error',
  interrupted: 'the server stopped',
  step_limit: 'it reached its step limit',
};

/** What the model reads where a run goes on that another one began. @param outcome how that one ended */
export const continuationLine = (outcome: RunOutcome): string =>
  `${start}the answer above is not finished: ${reasons[outcome] ?? 'it was stopped'}. Go on from there. A call that was interrupted may have had an effect: look before you repeat it.]]`;

export const isContinuationLine = (text: string): boolean => text.startsWith(start);
