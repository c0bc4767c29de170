import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);

/** The outcome of each function that says 'use memo'. */
function compile(path: string): string[] {
  const { transformSync } = require('next/dist/compiled/babel/core');
  const compiler = require('babel-plugin-react-compiler');
  const outcomes: string[] = [];
  const options = {
    compilationMode: 'annotation',
    panicThreshold: 'none',
    logger: { logEvent: (_: string, { kind }: { kind: string }) => outcomes.push(kind) },
  };
  transformSync(readFileSync(join(root, path), 'utf8'), {
    filename: join(root, path),
    babelrc: false,
    configFile: false,
    code: false,
    parserOpts: { plugins: ['typescript', 'jsx'] },
    plugins: [[compiler.default, options]],
  });
  return outcomes;
}

test('every function that asks to be compiled is: one that is not would remember nothing, without a word', () => {
  const asking = globSync('{app,components}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => text.includes("'use memo'"));
  const results = asking.map(({ path, text }) => ({
    path,
    asked: text.split("'use memo'").length - 1,
    outcomes: compile(path),
  }));
  const failed = results.filter(
    ({ asked, outcomes }) =>
      outcomes.length !== asked || outcomes.some((outcome) => outcome !== 'CompileSuccess'),
  );
  expect(failed).toEqual([]);
  expect(results.length).toBeGreaterThan(40);
});
