import { expect, test } from 'vitest';
import { longTasks } from '#lib/replay/replay-tasks.ts';
import type { PlainRequest, ReplayTask, TaskEnd } from '#lib/replay/task.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';

const { count } = await loadTokenizer();

/** The lines that the script quotes at its end, of all files: what it answers if it found them. */
function quotedBy({ requests, files }: ReplayTask): string {
  const words = /^quote ["`](.*)["`]$/.exec(String(requests.at(-1)))?.[1];
  if (words === undefined) throw new Error('it does not quote');
  return Object.values(files())
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.includes(words))
    .join('\n');
}

const isEdit = (request: PlainRequest): request is string =>
  typeof request === 'string' && request.startsWith('edit ');

/** The files after the script's edits. */
function edited({ requests, files }: ReplayTask): Record<string, string> {
  const after = { ...files() };
  for (const request of requests.filter(isEdit)) {
    const [, path = '', from = '', to = ''] = /^edit (\S+): replace "(.*)" with "(.*)"$/.exec(request) ?? [];
    expect(after[path]?.split(from)).toHaveLength(2);
    after[path] = (after[path] ?? '').replace(from, to);
  }
  return after;
}

const checkOf = async (task: ReplayTask, end: Partial<TaskEnd>) => {
  const original = task.files();
  return await task.check({ answer: '', files: original, original, run: async () => 0, ...end });
};

test('there are twenty, with names of their own, of eight templates', () => {
  expect(longTasks).toHaveLength(20);
  expect(new Set(longTasks.map(({ name }) => name)).size).toBe(20);
  expect(new Set(longTasks.map(({ family }) => family)).size).toBe(8);
});

const named = (tasks: readonly ReplayTask[]) => tasks.map((task) => [task.name, task] as const);
const ofTests = longTasks.filter(({ name }) => name.startsWith('repair-'));
const ofEdits = longTasks.filter(({ requests }) => requests.some(isEdit));
const ofQuestions = longTasks.filter((task) => !ofEdits.includes(task));

test.each(named(longTasks))('%s works on the same files every time', (_, task) => {
  expect(task.files()).toEqual(task.files());
});

// Those that run tests print their tokens, so that only a run can count them.
test.each(named(longTasks.filter((task) => !ofTests.includes(task))))(
  '%s has over 200,000 tokens to read, in parts that a plain host sends whole',
  (_, task) => {
    const sizes = Object.values(task.files()).map(count);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(200_000);
    expect(Math.max(...sizes)).toBeLessThan(25_000);
  },
);

test.each(named(ofQuestions))(
  '%s is done by the answer that is in its files, and only by that',
  async (_, task) => {
    const answer = quotedBy(task);
    const files = Object.fromEntries(
      Object.entries(task.files()).map(([path, text]) => [path, path.startsWith('queue/') ? null : text]),
    );
    expect(await checkOf(task, { answer, files })).toBeNull();
    const others = ofQuestions.filter((other) => other !== task).map(quotedBy);
    for (const wrong of ['', 'I do not know.', ...others]) {
      expect(await checkOf(task, { answer: wrong, files }), wrong).toEqual(expect.any(String));
    }
    if (task.needsCommands) expect(await checkOf(task, { answer })).toMatch(/^not taken/);
  },
);

test.each(named(ofEdits))('%s is done by its edits, and not by fewer or others', async (_, task) => {
  const files = edited(task);
  const [first = '', ...paths] = Object.keys(files).filter((path) => files[path] !== task.files()[path]);
  expect(paths.length).toBeGreaterThan(7);
  expect(await checkOf(task, { files })).toBeNull();
  if (ofTests.includes(task)) {
    expect(await checkOf(task, { files, run: async () => 1 })).toEqual(expect.any(String));
    expect(await checkOf(task, { files: { ...files, 'test/all.test.mjs': '' } })).toMatch(/^changed besides/);
    return;
  }
  for (const text of [task.files()[first] ?? '', null, `${files[first]} `]) {
    expect(await checkOf(task, { files: { ...files, [first]: text } })).toMatch(/^not as they should be/);
  }
});
