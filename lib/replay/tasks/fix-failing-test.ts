import { wrongFiles } from '../checks.ts';
import { repositoryFiles } from '../repository/repository-files.ts';
import type { ReplayTask } from '../task.ts';

const runTests = 'run node --test --test-reporter=spec';

export const fixFailingTest: ReplayTask = {
  name: 'fix-failing-test',
  title: 'Find and fix a failing test',
  kind: 'medium',
  goal: 'Some tests of this repository fail (node --test). Find out why and fix it in src, not in the tests. Run all tests at the end.',
  requests: [
    runTests,
    { recall: 'failing tests', of: 'node --test' },
    'read src/retry.js',
    'edit src/retry.js: replace "Math.max(" with "Math.min("',
    runTests,
  ],
  needsCommands: true,
  files: repositoryFiles,
  async check(end) {
    const changed = wrongFiles(end, {}).filter((path) => path !== 'src/retry.js');
    if (changed.length > 0) return `changed besides: ${changed.join(', ')}`;
    return (await end.run('node --test')) === 0 ? null : 'tests fail still';
  },
};
