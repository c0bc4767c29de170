import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadToolFiles } from '#lib/tools/of-files/load-tool-files.ts';
import { noise } from '../support/images.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { toolBench } from '../support/tool-bench.ts';

const bench = toolBench();

/** Files in a folder that knows nothing of this project. */
async function load(files: Record<string, string>) {
  const folder = tempFolder();
  writeFiles(folder, { 'package.json': '{"type": "module"}', ...files });
  return await loadToolFiles(Object.keys(files).map((name) => join(folder, name)));
}
const fileOf = (handler: string, more = '') => `
  import { defineTool } from 'vitrine/tools';
  import { z } from 'zod';
  export default defineTool({
    name: 'deploys',
    description: 'Lists deploys.',
    parameters: z.object({ service: z.string() }),
    ${more}
    handler: async ({ service }: { service: string }, invocation) => ${handler},
  });`;
async function call(handler: string, input: object = { service: 'api' }, change = {}) {
  const [file] = await load({ 'deploys.ts': fileOf(handler) });
  const [tool] = file?.tools ?? [];
  if (!tool) throw new Error(file?.problem ?? 'no file');
  return await bench.call(tool, input, change);
}

describe('a tool of a file', () => {
  test('in TypeScript, with zod, gives text that both read', async () => {
    const outcome = await call(`'deploys of ' + service`);
    expect(outcome).toMatchObject({
      success: true,
      result: { content: 'deploys of api' },
      toolTelemetry: { title: 'deploys api', relation: 'equal' },
    });
  });

  test('gives one text for the model and another for people, and what it keeps with the call', async () => {
    const outcome = await call(
      `({ textResultForLlm: '3 deploys', fullResult: '[{"id": 1}, {"id": 2}, {"id": 3}]', sessionLog: 'for people',
          toolTelemetry: { region: 'north' } })`,
    );
    expect(outcome.result?.content).toBe('3 deploys');
    expect((await bench.bytesOf(outcome)).toString()).toBe('[{"id": 1}, {"id": 2}, {"id": 3}]');
    expect(outcome).toMatchObject({
      sessionLog: 'for people',
      toolTelemetry: { type: 'json', custom: { region: 'north' } },
    });
  });

  test('is split only where a setting says so', async () => {
    const long = `Array.from({ length: 3_000 }, (_, n) => 'deploy ' + n + ' of ' + service).join('\\n')`;
    const whole = await call(long, undefined, { level: 'off' });
    expect(whole.result?.content.split('\n')).toHaveLength(3_000);
    const view = await call(long, undefined, { level: 'balanced' });
    expect(view.result?.content.length).toBeLessThan(4_000);
    expect(view.toolTelemetry.relation).toBe('summary');
  });

  test('gives several images, each an artifact; a model that sees looks at them', async () => {
    const png = (await noise(8, 8).png().toBuffer()).toString('base64');
    const images = `[1, 2].map(() => ({ data: '${png}', mimeType: 'image/png' }))`;
    const handler = `({ textResultForLlm: 'two charts', binaryResultsForLlm: ${images} })`;
    const seen = await call(handler, undefined, { context: { hasVision: true } });
    expect(seen.result?.content).toBe('two charts');
    expect(seen.toolTelemetry.seenParts).toHaveLength(2);
    const [first = ''] = seen.toolTelemetry.seenParts ?? [];
    expect((await bench.stores.artifacts.get(first))?.metadata).toMatchObject({
      type: 'image',
      title: 'deploys api, 1 of 2',
    });
    expect((await call(handler)).toolTelemetry.seenParts).toBeUndefined();
  });

  test('fails in its own words, and where it throws', async () => {
    const failed = await call(
      `({ textResultForLlm: 'no', resultType: 'failure', error: 'the service is down', toolTelemetry: { code: 7 } })`,
    );
    expect(failed).toMatchObject({
      success: false,
      error: { message: 'the service is down' },
      toolTelemetry: { custom: { code: 7 } },
    });
    const thrown = await call(`{ throw new Error('no network'); }`.replace(/^/, '(() => ').concat(')()'));
    expect(thrown).toMatchObject({ success: false, error: { message: 'deploys failed: no network' } });
  });

  test('is not called with arguments that its schema refuses', async () => {
    expect(await call(`'called'`, { service: 3 })).toMatchObject({ success: false });
  });

  test('that gives something else says so, and what is too large to keep is left out', async () => {
    for (const returned of ['3', 'null', 'undefined', '({ text: 1 })', '({ textResultForLlm: 1 })']) {
      expect(await call(returned), returned).toMatchObject({
        success: false,
        error: { message: expect.stringContaining('neither text nor a result') },
      });
    }
    const large = await call(`({ textResultForLlm: 'ok', toolTelemetry: { text: 'x'.repeat(9_000) } })`);
    expect(large.success).toBe(true);
    expect(large.toolTelemetry).not.toHaveProperty('custom');
    const circle = await call(
      `(() => { const own = {}; own.own = own; return { textResultForLlm: 'ok', toolTelemetry: own }; })()`,
    );
    expect(circle.success).toBe(true);
  });

  test('asks people unless it says that it changes nothing', async () => {
    const [asking, reading] = await load({
      'a.ts': fileOf(`''`),
      'b.ts': fileOf(`''`, 'changesNothing: true,').replace('deploys', 'reads'),
    });
    expect(asking?.tools[0]?.changesNothing).toBe(false);
    expect(reading?.tools[0]?.changesNothing).toBe(true);
  });
});

test('a file may give several, with JSON Schema', async () => {
  const one = (name: string) =>
    `{ name: '${name}', description: 'x', parameters: { type: 'object' }, handler: () => '${name}' }`;
  const [file] = await load({ 'many.mjs': `export default [${one('first')}, ${one('second')}];` });
  expect(file).toMatchObject({ problem: null, tools: [{ name: 'first' }, { name: 'second' }] });
});

describe('a file that gives no tool says why, and the others are loaded', () => {
  const good = fileOf(`'x'`);
  test.each([
    ['it has an error', 'export default {', /^It could not be loaded: /],
    ['it throws', `throw new Error('needs a token')`, /needs a token/],
    ['it has no default export', 'export const tool = 1;', /no default export/],
    ['it exports something else', 'export default 3;', /^It gives no tool/],
    ['it takes the name of a tool of ours', good.replace('deploys', 'read_file'), /name of another tool/],
    [
      'it takes the name of a tool of a server',
      good.replace('deploys', 'mcp__files__x'),
      /name of another tool/,
    ],
    ['its name is not one', good.replace('deploys', 'Deploys!'), /lower-case letters/],
    [
      'a model cannot be told its parameters',
      good.replace('z.string()', 'z.coerce.date()'),
      /not a schema that a model can be given/,
    ],
    ['its handler is no function', good.replace(/handler:.*/s, 'handler: 3 });'), /no function/],
  ])('where %s', async (_, content, problem) => {
    const [bad, other] = await load({ 'bad.ts': content, 'good.ts': good });
    expect(bad).toMatchObject({ tools: [], problem: expect.stringMatching(problem) });
    expect(other).toMatchObject({ problem: null, tools: [{ name: 'deploys' }] });
  });

  test('where it is missing, or another one has a tool of that name', async () => {
    const [first, second] = await load({ 'good.ts': good, 'again.ts': good });
    expect(first?.problem).toBeNull();
    expect(second?.problem).toBe('There is a tool called deploys already.');
    expect((await loadToolFiles(['/nonexistent/tool.ts']))[0]?.problem).toBe('There is no such file.');
  });
});
