import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { checkNamed } from '#lib/replay/checks.ts';
import { linesOf } from '#lib/replay/repository/lines-of.ts';
import type { PlainRequest, ReplayTask } from '#lib/replay/task.ts';

const batchCount = 11;
const lineCount = 1_040;

/** Prints a batch and deletes it: what it printed cannot be had a second time. */
const drain = `import { readFileSync, rmSync } from "node:fs";

const path = \`queue/\${process.argv[2]}.txt\`;
try {
  process.stdout.write(readFileSync(path, 'utf8'));
  rmSync(path);
} catch {
  console.log('This batch has been taken, or there never was one.');
  process.exitCode = 1;
}
`;

interface Queue {
  name: string;
  title: string;
  seed: number;
  /** The message that the last batch corrects, the batch it came with and its line there. */
  message: string;
  batch: number;
  at: number;
  cents: number;
}

function files({ seed, message, batch, at, cents }: Queue): Record<string, string> {
  const { below, pick } = createSeeded(seed);
  const line = (number: number, index: number): string => {
    const isWanted = number === batch && index === at;
    const id = isWanted ? message : `MSG-${100_000 + number * 2_000 + index}`;
    const rest = isWanted ? cents : 100 + below(70_000);
    if (number === batchCount && index === lineCount - 8)
      return `${id} correction of=${message} reason=typing`;
    return `${id} ${pick(['credit', 'debit', 'transfer'])} account=AC-${below(9_000)} cents=${rest} branch=${below(90)} teller=${below(400)}`;
  };
  const batches = Array.from({ length: batchCount }, (_, index) => [
    `queue/${index + 1}.txt`,
    linesOf(lineCount, (at) => line(index + 1, at)),
  ]);
  return { ...Object.fromEntries(batches), 'tools/drain.mjs': drain };
}

const commandOf = (batch: number) => `node tools/drain.mjs ${batch}`;

const requestsOf = ({ message, batch }: Queue): PlainRequest[] => [
  ...Array.from({ length: batchCount }, (_, index) => `run ${commandOf(index + 1)}`),
  { recall: `of=MSG`, of: commandOf(batchCount) },
  { recall: message, of: commandOf(batch) },
  `quote "${message} "`,
];

const taskOf = (queue: Queue): ReplayTask => ({
  name: queue.name,
  title: queue.title,
  kind: 'long',
  family: 'drain',
  goal: `Take all ${batchCount} batches of the queue in order: node tools/drain.mjs 1, 2, and so on. A batch can be taken once. The last one corrects a message of an earlier batch. Which amount did that message have? Answer in the form: cents=123`,
  requests: requestsOf(queue),
  needsCommands: true,
  files: () => files(queue),
  check(end) {
    const left = Object.keys(end.original).filter(
      (path) => path.startsWith('queue/') && end.files[path] !== null,
    );
    if (left.length > 0) return `not taken: ${left.join(', ')}`;
    return checkNamed(end, /cents=\d+/g, `cents=${queue.cents}`);
  },
});

export const drainQueue: readonly ReplayTask[] = [
  {
    ...{ name: 'drain-correction', title: 'Take a queue, and find the message that is corrected' },
    ...{ seed: 111, message: 'MSG-909117', batch: 2, at: 340, cents: 73_419 },
  },
  {
    ...{ name: 'drain-first-batch', title: 'The corrected message came with the first batch' },
    ...{ seed: 112, message: 'MSG-918233', batch: 1, at: 88, cents: 81_207 },
  },
  {
    ...{ name: 'drain-middle', title: 'The corrected message is in the middle of the queue' },
    ...{ seed: 113, message: 'MSG-927351', batch: 6, at: 451, cents: 90_733 },
  },
  {
    ...{ name: 'drain-ninth-batch', title: 'The corrected message came late' },
    ...{ seed: 114, message: 'MSG-936470', batch: 9, at: 12, cents: 77_861 },
  },
].map(taskOf);
