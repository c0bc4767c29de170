import { checkSaid } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

export const reviewDiff: ReplayTask = {
  name: 'review-diff',
  title: 'Review a diff',
  kind: 'medium',
  goal: 'Review changes/review.diff. One added line writes a customer’s card number to the audit log. Quote that line, and no other.',
  requests: [
    'read changes/review.diff',
    { recall: 'card.number', of: 'changes/review.diff' },
    'quote "card: card.number"',
  ],
  needsCommands: false,
  files: repositoryFiles,
  check: (end) =>
    checkSaid(end, [facts.leakingLine]) ??
    ((end.answer.match(/audit\.write/g) ?? []).length > 1 ? 'the answer quotes other lines too' : null),
};
