import { checkFiles } from '../checks.ts';
import { poolAfter, poolBefore } from '../repository/data-files.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

const path = 'config/services.yaml';

export const editConfig: ReplayTask = {
  name: 'edit-config',
  title: 'Edit a config',
  kind: 'medium',
  goal: `In ${path}, raise the pool’s timeoutMs of the service payments from 5000 to 20000, in production only. Change nothing else.`,
  requests: [
    `read ${path}`,
    { recall: 'payments:', of: 'config/services.yaml' },
    `edit ${path}: replace "${poolBefore}" with "${poolAfter}"`,
  ],
  needsCommands: false,
  files: repositoryFiles,
  check(end) {
    const before = repositoryFiles()[path] ?? '';
    return checkFiles(end, { [path]: before.replace(poolBefore, poolAfter) });
  },
};
