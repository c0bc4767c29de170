import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** What stands at the end of `npm ci` where npm runs on this Node, and the npm scripts on that of the test. */
const say = (version: string) =>
  execFileSync(process.execPath, [join(root, 'scripts', 'say-node.mjs')], {
    env: { ...process.env, npm_config_user_agent: `npm/11.0.0 node/v${version} linux x64 workspaces/false` },
    encoding: 'utf8',
  });

test('npm has nothing to warn of on an older Node: the lock names none, and the project takes one', () => {
  const entries = Object.entries<{ engines?: unknown }>(readJson('package-lock.json').packages);
  const named = entries.flatMap(([name, { engines }]) => (name !== '' && engines ? [name] : []));
  expect(named, 'after `npm install`, run `node scripts/strip-engines.ts`').toEqual([]);
  expect(readJson('package.json').engines).toEqual({ node: '>=20' });
});

test.each(['20.20.2', '22.17.1'])('on Node %s one sentence says which Node is used', (version) => {
  const used = process.versions.node;
  expect(say(version)).toBe(
    `Your Node is ${version} and Vitrine needs 22.18: npm put Node ${used} beside Vitrine, which uses it.\n`,
  );
});

test.each(['22.18.0', '24.1.0', '25.0.0'])('on Node %s nothing is said', (version) => {
  expect(say(version)).toBe('');
});

test('the image is built with what `npm ci` runs', () => {
  const [before = ''] = readFileSync(join(root, 'Dockerfile'), 'utf8').split('RUN npm ci');
  for (const file of ['needed-node.mjs', 'say-node.mjs']) expect(before).toContain(`scripts/${file}`);
});

test('the image and the package start the server as `npm start` does, the image with room for many viewers', () => {
  const { start } = readJson('package.json').scripts;
  const [, words = ''] = /^CMD (\[.*\])$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
  const ofImage = JSON.parse(words)
    .join(' ')
    .replace('--max-semi-space-size=16', '--max-semi-space-size=8')
    .replace('/app/', '');
  expect(words).toContain('--max-semi-space-size=16');
  expect(start).toContain(`exec ${ofImage}`);
  const [, flags] = /exec node (\S+) scripts\/start\.ts/.exec(start) ?? [];
  expect(readFileSync(join(root, 'scripts', 'vitrine.mjs'), 'utf8')).toContain(`const flag = '${flags}';`);
});
