import type { RunState } from '../core/conversation/conversation-state.ts';

const start = '[[continue: ';
const reasons: Partial<Record<RunState['status'], string>> = {
  failed: 'the answer ended with an error',
  interrupted: 'the server stopped',
  step_limit: 'the answer reached its step limit',
};

/** What the model reads where a run goes on that another one began. @param status how that one ended */
export const continuationLine = (status: RunState['status'] = 'interrupted'): string =>
  `${start}the message above is not answered to its end: ${reasons[status] ?? 'the answer was stopped'}. Go on from where the answer ended. A call that was interrupted may have had an effect: look before you repeat it.]]`;

export const isContinuationLine = (text: string): boolean => text.startsWith(start);
