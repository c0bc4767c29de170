import { checkSaid } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import type { ReplayTask } from '../task.ts';

export const slowRequest: ReplayTask = {
  name: 'slow-request',
  title: 'Find a slow request',
  goal: 'Which request in logs/access.log took the longest? Answer with its path and its duration in ms as the log has it, without separators.',
  requests: [
    'read logs/access.log',
    { ifLeftOut: 'recall {last} duration_ms=\\d{5}' },
    `quote "duration_ms=${facts.slowMs}"`,
  ],
  needsCommands: false,
  check: (end) =>
    checkSaid(end, [facts.slowPath, String(facts.slowMs)]) ??
    (/\/api\/(orders|parcels|rates|labels|track)\//.test(end.answer)
      ? 'the answer names other requests too'
      : null),
};
