import { checkSaid } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

export const originOfError: ReplayTask = {
  name: 'origin-of-error',
  title: 'Find where an error comes from',
  kind: 'medium',
  goal: 'A job in logs/worker.log failed with a TypeError. Which file of ours, and which line of it, threw it? Answer with file:line alone.',
  requests: [
    'read logs/worker.log',
    { recall: 'TypeError', of: 'logs/worker.log' },
    'quote "at applyTariff"',
  ],
  needsCommands: false,
  files: repositoryFiles,
  check: (end) =>
    checkSaid(end, [`${facts.errorFile}:${facts.errorLine}`]) ??
    (/customs\.js|worker\.js|carrier\.js/.test(end.answer) ? 'the answer names other files too' : null),
};
