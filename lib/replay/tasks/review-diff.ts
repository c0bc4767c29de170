import { checkSaid } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import type { ReplayTask } from '../task.ts';

export const reviewDiff: ReplayTask = {
  name: 'review-diff',
  title: 'Review a diff',
  goal: 'Review changes/review.diff. One added line writes a customer’s card number to the audit log. Quote that line, and no other.',
  requests: [
    'read changes/review.diff',
    { ifLeftOut: 'recall {last} card.number' },
    'quote "card: card.number"',
  ],
  needsCommands: false,
  check: (end) =>
    checkSaid(end, [facts.leakingLine]) ??
    ((end.answer.match(/audit\.write/g) ?? []).length > 1 ? 'the answer quotes other lines too' : null),
};
