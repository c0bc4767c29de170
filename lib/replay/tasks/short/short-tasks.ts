import { checkSaid } from '#lib/replay/checks.ts';
import { repositoryFiles } from '#lib/replay/repository/repository-files.ts';
import type { ReplayTask } from '#lib/replay/task.ts';

interface ShortTask extends Pick<ReplayTask, 'name' | 'title' | 'goal'> {
  /** The request for the offline model, and words to quote from its result. */
  request: string;
  quoted: string;
  answer: string;
}

/** Tasks whose results are short anyway: nothing is left out, so nothing can be saved. */
const taskOf = ({ name, title, goal, request, quoted, answer }: ShortTask): ReplayTask => ({
  ...{ name, title, goal, kind: 'short', needsCommands: false },
  requests: [request, `quote "${quoted}"`],
  files: repositoryFiles,
  check: (end) => checkSaid(end, [answer]),
});

export const shortTasks: readonly ReplayTask[] = [
  {
    name: 'short-delay',
    title: 'Look up a constant',
    goal: 'How long is the first delay in src/retry.js, in ms? Answer with its declaration as the file has it.',
    request: 'read src/retry.js',
    quoted: 'firstDelayMs =',
    answer: 'firstDelayMs = 200;',
  },
  {
    name: 'short-import',
    title: 'Look up an import',
    goal: 'From which file does src/checkout.js import? Answer with the import as the file has it.',
    request: 'read src/checkout.js',
    quoted: 'import',
    answer: './quote.js',
  },
  {
    name: 'short-script',
    title: 'Look up a script',
    goal: 'What does the script test in package.json run? Answer with its command.',
    request: 'read package.json',
    quoted: 'node --test',
    answer: 'node --test',
  },
  {
    name: 'short-cap',
    title: 'Look up a limit',
    goal: 'What is the longest delay in src/retry.js, in ms? Answer with its declaration as the file has it.',
    request: 'read src/retry.js',
    quoted: 'longestDelayMs =',
    answer: 'longestDelayMs = 5_000',
  },
  {
    name: 'short-error',
    title: 'Look up an error',
    goal: 'Which error does src/quote.js throw for a zone without a rate? Answer with the statement as the file has it.',
    request: 'read src/quote.js',
    quoted: 'throw new',
    answer: 'throw new RangeError',
  },
  {
    name: 'short-test',
    title: 'Look up what a test expects',
    goal: 'Which delay does test/retry.test.js expect before attempt 2, in ms? Answer with the assertion as the file has it.',
    request: 'read test/retry.test.js',
    quoted: 'delayBefore(2)',
    answer: 'delayBefore(2), 800',
  },
].map(taskOf);
