import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/temp-folder.ts';

/** Unmodified, as on npm; it works offline. */
const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const revision = '2026-07-28';
const client = join(import.meta.dirname, 'conformance-client.ts');

/** The scenarios that the revision asks of a client, as the suite itself lists them. */
function scoredScenarios(): string[] {
  const text = readFileSync(join(suite, '..', '..', 'requirements', `${revision}.yaml`), 'utf8');
  const [, listed = ''] = /^client:\n((?: {2}- .+\n)+)/m.exec(text) ?? [];
  return [...listed.matchAll(/^ {2}- (.+)$/gm)].map(([, name = '']) => name);
}

/** As one line for each scenario: what failed of it, and nothing where all of it passed. */
async function run(scenario: string): Promise<string | null> {
  const parameters = [
    suite,
    'client',
    '--command',
    `"${process.execPath}" "${client}"`,
    '--scenario',
    scenario,
  ];
  const options = ['--spec-version', revision, '--timeout', '240000', '-o', tempFolder()];
  const { PATH, HOME } = process.env;
  const ended = await promisify(execFile)(process.execPath, [...parameters, ...options], {
    env: { PATH, HOME, NODE_ENV: 'test' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout?: string; stderr?: string }) => error);
  const printed = `${ended.stdout ?? ''}\n${ended.stderr ?? ended}`;
  const [, passed = '0', all = '1', failed = '1'] =
    /^Passed: (\d+)\/(\d+), (\d+) failed/m.exec(printed) ?? [];
  const isGreen = Number(passed) === Number(all) && Number(passed) > 0 && Number(failed) === 0;
  return isGreen ? null : `${scenario}: ${printed.slice(-2_000)}`;
}

test('every scored client scenario of the newest revision passes', async () => {
  const scenarios = scoredScenarios();
  expect(scenarios.length).toBeGreaterThanOrEqual(32);
  const waiting = [...scenarios];
  const failures: string[] = [];
  // Each starts two processes: more at once only wait for each other.
  const work = async () => {
    for (let scenario = waiting.shift(); scenario !== undefined; scenario = waiting.shift()) {
      const failure = await run(scenario);
      if (failure !== null) failures.push(failure);
    }
  };
  await Promise.all([work(), work()]);
  expect(failures).toEqual([]);
}, 900_000);
