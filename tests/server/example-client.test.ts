import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventJsonSchema } from '#lib/http/reference/event-schema.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const root = join(import.meta.dirname, '..', '..');
const example = join(root, 'docs', 'examples', 'client.ts');
const log = Array.from({ length: 3_000 }, (_, index) => `line ${index + 1} of the log\n`).join('');

let stage: SharedStage;
beforeAll(async () => {
  stage = await openSharedStage({ files: { 'build.log': log } });
});
afterAll(async () => await stage?.close());

test('the example drives a whole conversation, in at most 60 lines', async () => {
  expect(readFileSync(example, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  const wanted = { name: 'example', scopes: ['read', 'write', 'run'] };
  const { token } = await (
    await stage.server.request('/api/tokens', { method: 'POST', body: wanted })
  ).json();
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [example, stage.server.url, token, 'show build.log']);
  expect(stdout).toMatch(/the model read: .*art_[a-z2-7]{26}/);
  expect(stdout).toContain(`people see ${log.length} bytes`);
  // What the model said last.
  expect(stdout.trimEnd().split('\n').at(-1)).not.toContain('people see');
  await expect(run(process.execPath, [example, stage.server.url, 'vtk_none', 'hello'])).rejects.toThrow(
    '401',
  );
});

test('the server describes its API and its events, to anybody', async () => {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const openApi = await fetch(`${stage.server.url}/openapi.json`);
  expect(openApi.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await openApi.json()).toEqual(read('docs/openapi.json'));
  const events = await (await fetch(`${stage.server.url}/events.schema.json`)).json();
  expect(events).toEqual(JSON.parse(JSON.stringify(eventJsonSchema())));
  expect(events.version).toBe(read('package.json').version);
});
