import type { RunOutcome } from '../core/vocabulary/events.ts';

const start = '[[continue: ';
const reasons: Partial<Record<RunOutcome, string>> = {
  failed: 'the answer ended with an error',
  interrupted: 'the server stopped',
  step_limit: 'the answer reached its step limit',
};

/** What the model reads where a run goes on that another one began. @param outcome how that one ended */
export const continuationLine = (outcome: RunOutcome): string =>
  `${start}the message above is not answered to its end: ${reasons[outcome] ?? 'the answer was stopped'}. Go on from where the answer ended. A call that was interrupted may have had an effect: look before you repeat it.]]`;

export const isContinuationLine = (text: string): boolean => text.startsWith(start);
