import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { checkSaid } from '#lib/replay/checks.ts';
import { linesOf } from '#lib/replay/repository/lines-of.ts';
import type { ReplayTask } from '#lib/replay/task.ts';
import { readingTask } from './reading-task.ts';

const changeCount = 11;
const sectionCount = 128;
const pathOf = (number: number) => `changes/${String(number).padStart(2, '0')}.diff`;
const paths = Array.from({ length: changeCount }, (_, index) => pathOf(index + 1));

interface Review {
  name: string;
  title: string;
  seed: number;
  goal: string;
  /** The added line that should not be there. */
  line: string;
  /** Words that are in this line alone. */
  words: string;
  change: number;
  section: number;
}

/** Changes that rename a logger in many files. */
function files({ seed, line, change, section: wanted }: Review): Record<string, string> {
  const { below } = createSeeded(seed);
  const section = (number: number, index: number): string => {
    const path = `src/routes/route-${number}-${index}.js`;
    const start = 10 + below(300);
    const extra = number === change && index === wanted ? [`+  ${line}`] : [];
    const hash = () => (1_000_000 + below(9_000_000)).toString(16);
    return [
      `diff --git a/${path} b/${path}`,
      `index ${hash()}..${hash()} 100644`,
      `--- a/${path}`,
      `+++ b/${path}`,
      `@@ -${start},7 +${start},${7 + extra.length} @@`,
      ` export async function route${number}x${index}(request, { session, order }) {`,
      `-  log.info('route ${number} ${index} begins', { order: order.id });`,
      `+  journal.write('route ${number} ${index} begins', { order: order.id });`,
      ...extra,
      '   const answer = await request.send(order);',
      `-  log.info('route ${number} ${index} done', { status: answer.status });`,
      `+  journal.write('route ${number} ${index} done', { status: answer.status });`,
      '   return answer;',
      ' }',
    ].join('\n');
  };
  return Object.fromEntries(
    paths.map((path, index) => [path, linesOf(sectionCount, (at) => section(index + 1, at))]),
  );
}

const taskOf = (review: Review): ReplayTask =>
  readingTask({
    name: review.name,
    title: review.title,
    kind: 'long',
    family: 'review',
    goal: review.goal,
    files: () => files(review),
    paths,
    program: `const changes = await Promise.all(${JSON.stringify(paths)}.map((path) => tools.read_file({ path }))); return changes.join("\\n").split("\\n").filter((line) => line.startsWith("+") && line.includes(${JSON.stringify(review.words)}));`,
    afterwards: [{ recall: review.words, of: pathOf(review.change) }, `quote "${review.words}"`],
    check: (end) =>
      checkSaid(end, [review.line]) ??
      (/begins'|done'/.test(end.answer.replace(review.line, ''))
        ? 'the answer quotes other lines too'
        : null),
  });

export const reviewChanges: readonly ReplayTask[] = [
  {
    name: 'review-token',
    title: 'Review eleven changes: a token in a log',
    seed: 131,
    goal: `Review ${changeCount} changes (${paths[0]} to ${paths.at(-1)}). One added line of one of them writes a session token to the journal. Quote that line, and no other.`,
    line: "journal.write('resumed', { token: session.token });",
    words: 'token: session.token',
    ...{ change: 4, section: 33 },
  },
  {
    name: 'review-timeout',
    title: 'Review eleven changes: a timeout that is gone',
    seed: 132,
    goal: `Review ${changeCount} changes (${paths[0]} to ${paths.at(-1)}). One added line of one of them switches the timeout of its request off. Quote that line, and no other.`,
    line: 'request.timeoutMs = Number.POSITIVE_INFINITY;',
    words: 'Number.POSITIVE_INFINITY',
    ...{ change: 9, section: 7 },
  },
].map(taskOf);
