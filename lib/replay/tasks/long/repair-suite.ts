import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { wrongFiles } from '#lib/replay/checks.ts';
import type { PlainRequest, ReplayTask } from '#lib/replay/task.ts';

const moduleCount = 9;
const casesPerModule = 95;
const testPath = 'test/all.test.mjs';
const command = `node --test --test-reporter=spec ${testPath}`;

const words = ['freight', 'pallet', 'berth', 'tonnage', 'customs', 'demurrage', 'hoist', 'ballast', 'pilot'];
const nameOf = (index: number) => `${words[index]}`;
const sourceOf = (index: number) => `src/${nameOf(index)}.mjs`;

/** What a module multiplies by, and by mistake. */
const factors = (seed: number): { right: number; wrong: number }[] => {
  const { below } = createSeeded(seed);
  return Array.from({ length: moduleCount }, () => {
    const right = 3 + below(40);
    return { right, wrong: right + 1 + below(5) };
  });
};

const source = (index: number, factor: number) =>
  `/** The fee in cents for so many units. */\nexport const ${nameOf(index)}Fee = (units) => 250 + units * ${factor};\n`;

function test(seed: number): string {
  const imports = words.map((_, index) => `import { ${nameOf(index)}Fee } from "../${sourceOf(index)}";`);
  const tests = factors(seed).map(
    ({ right }, index) =>
      `for (let units = 1; units <= ${casesPerModule}; units++) {
  const wanted = 250 + units * ${right};
  test(\`${nameOf(index)}: the fee for \${units} units comes to \${wanted} cents\`, () => {
    // The fee has an upper bound, so that only the last cases depend on the factor.
    assert.equal(units < ${casesPerModule - 1} ? wanted : ${nameOf(index)}Fee(units), wanted);
  });
}`,
  );
  return `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n${imports.join('\n')}\n\n${tests.join('\n')}\n`;
}

function files(seed: number): Record<string, string> {
  const sources = factors(seed).map(({ wrong }, index) => [sourceOf(index), source(index, wrong)]);
  return {
    'package.json': '{ "name": "harbour-fees", "private": true, "type": "module" }\n',
    ...Object.fromEntries(sources),
    [testPath]: test(seed),
  };
}

/** Finds out what fails, mends one module, and runs all tests again, until nothing fails. */
const requestsOf = (seed: number): PlainRequest[] => [
  `run ${command}`,
  { recall: 'failing tests', of: command },
  ...factors(seed).flatMap(({ right, wrong }, index) => [
    `read ${sourceOf(index)}`,
    `edit ${sourceOf(index)}: replace "units * ${wrong}" with "units * ${right}"`,
    `run ${command}`,
  ]),
];

const taskOf = ({
  name,
  title,
  seed,
}: Pick<ReplayTask, 'name' | 'title'> & { seed: number }): ReplayTask => ({
  name,
  title,
  kind: 'long',
  family: 'repair',
  goal: `Tests of ${moduleCount} modules fail (${command}). Mend them one by one in src, and run all tests after each. The tests are right.`,
  requests: requestsOf(seed),
  needsCommands: true,
  files: () => files(seed),
  async check(end) {
    const changed = wrongFiles(end, {}).filter((path) => !path.startsWith('src/'));
    if (changed.length > 0) return `changed besides: ${changed.join(', ')}`;
    return (await end.run(command)) === 0 ? null : 'tests fail still';
  },
});

export const repairSuite: readonly ReplayTask[] = [
  { name: 'repair-suite', title: 'Mend nine modules, one test run after each', seed: 121 },
  { name: 'repair-fees', title: 'Mend the fees of a harbour', seed: 122 },
  { name: 'repair-factors', title: 'Mend nine wrong factors', seed: 123 },
].map(taskOf);
