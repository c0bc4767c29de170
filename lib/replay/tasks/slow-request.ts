import { checkSaid } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

export const slowRequest: ReplayTask = {
  name: 'slow-request',
  title: 'Find a slow request',
  kind: 'medium',
  goal: 'Which request in logs/access.log took the longest? Answer with its path and its duration in ms as the log has it, without separators.',
  requests: [
    'read logs/access.log',
    { recall: 'duration_ms=\\d{5}', of: 'logs/access.log' },
    `quote "duration_ms=${facts.slowMs}"`,
  ],
  needsCommands: false,
  files: repositoryFiles,
  check: (end) =>
    checkSaid(end, [facts.slowPath, String(facts.slowMs)]) ??
    (/\/api\/(orders|parcels|rates|labels|track)\//.test(end.answer)
      ? 'the answer names other requests too'
      : null),
};
