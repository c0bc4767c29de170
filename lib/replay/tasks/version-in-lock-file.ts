import { checkNamed } from '../checks.ts';
import { facts } from '../repository/facts.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

export const versionInLockFile: ReplayTask = {
  name: 'version-in-lock-file',
  title: 'Which version a lock file holds',
  kind: 'medium',
  goal: `Which version of ${facts.package} does pnpm-lock.yaml hold? Answer with the package and its version alone, as name@version.`,
  requests: [
    'read pnpm-lock.yaml',
    { recall: `${facts.package}@`, of: 'pnpm-lock.yaml' },
    `quote "${facts.package}@"`,
  ],
  needsCommands: false,
  files: repositoryFiles,
  check: (end) => checkNamed(end, /[@a-z/-]+@\d+\.\d+\.\d+/g, `${facts.package}@${facts.packageVersion}`),
};
