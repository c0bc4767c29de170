import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import type { Json } from '#lib/core/vocabulary/json.ts';
import type { ToolName } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { levelBudgets } from '#lib/split/split.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import {
  callsWhatIsAsked,
  callTool,
  historyTexts,
  offeredTools,
  readRequest,
} from '../support/calling-model.ts';
import { createConversation, ofType, readEvents } from '../support/conversations.ts';
import { everyTool, exampleNames, makePayloads, payloadIn } from '../support/every-tool.ts';
import type { RecordedRequest } from '../support/openai-server.ts';
import { openStage, type Stage } from '../support/stage.ts';

type Call = DurableEvent<'tool.execution_complete'>['data'];

const files = await makePayloads();

describe.each([
  ['chat', 'SQLite'],
  ['responses', 'Redis'],
] as const)('over %s, on %s', (api, store) => {
  let stage: Stage;
  let id: string;
  const calls = new Map<ToolName, Call>();

  beforeAll(async () => {
    stage = await openStage({ api, store, files, script: callsWhatIsAsked });
    id = await createConversation(stage.server);
    for (const name of exampleNames) calls.set(name, await call(name));
  });
  afterAll(async () => await stage?.close());

  const requests = (): RecordedRequest[] => stage.model?.requests ?? [];
  const lastRequest = (): RecordedRequest => requests().at(-1) ?? { path: '', raw: '', body: {} };
  const artifactOf = (tool: ToolName): string => calls.get(tool)?.toolTelemetry.artifactId ?? '';

  const call = (name: (typeof exampleNames)[number]): Promise<Call> =>
    callTool(stage.server, id, { name, arguments: everyTool[name].arguments(artifactOf) });

  const allCalls = async (): Promise<Call[]> =>
    ofType(await readEvents(stage.server, id), 'tool.execution_complete').map(({ data }) => data);

  /** What people get of a call: its artifact, or the view where it is all there is. */
  async function forPeople({ toolTelemetry, result }: Call): Promise<string> {
    if (toolTelemetry.artifactId === null) return result?.content ?? '';
    return await (await stage.server.request(`/api/artifacts/${toolTelemetry.artifactId}`)).text();
  }

  /** Every request so far: each result in it is the view of the log, and nothing around the results holds a payload. */
  async function expectOnlyViews(): Promise<void> {
    const views = new Map((await allCalls()).map((each) => [each.toolCallId, each.result?.content]));
    for (const request of requests()) {
      const { results, rest } = readRequest(request);
      for (const { toolCallId, text } of results) expect(text).toBe(views.get(toolCallId));
      expect(payloadIn(rest)).toEqual([]);
      expect(rest).not.toContain('root:');
    }
    const last = readRequest(lastRequest());
    expect(last.results.map(({ toolCallId }) => toolCallId)).toEqual([...views.keys()]);
  }

  test('the model is offered every tool, each succeeds, and people get the whole of what it found', async () => {
    expect(offeredTools(requests()[0] ?? lastRequest())).toEqual([...exampleNames]);
    for (const name of exampleNames) {
      const completed = calls.get(name);
      expect([name, completed?.success, completed?.error]).toEqual([name, true, undefined]);
      if (completed) {
        const words = payloadIn(await forPeople(completed));
        expect([name, words.length]).toEqual([name, everyTool[name].wordsForPeople]);
      }
    }
  });

  test('what the model is sent of every tool is its view, to the letter, and no byte of a result besides', async () => {
    await expectOnlyViews();
    // An image and a medium have no words: neither is sent in any form.
    const image = Buffer.from(files['picture.png'] ?? '').toString('base64');
    for (const { raw } of requests()) {
      expect(raw).not.toMatch(/data:image|image_url|input_image|\\"provider/);
      expect(raw).not.toContain(image.slice(400, 480));
    }
  });

  test('each view is within its budget, and what is shown to people is not read at all', async () => {
    const { count } = await loadTokenizer();
    for (const name of exampleNames) {
      const { result, toolTelemetry } = calls.get(name) ?? {};
      const view = result?.content ?? '';
      const max = name === 'recall_output' ? limits.recallTokens : levelBudgets.balanced.tokens;
      expect([name, count(view) <= max]).toEqual([name, true]);
      expect([name, toolTelemetry?.sentTokens]).toEqual([name, count(view)]);
      // A sample of what is there, at most.
      expect(payloadIn(view).length).toBeLessThan(30);
      if (view.startsWith('Shown to people: ')) {
        expect(payloadIn(view)).toEqual([]);
        const remaining = view.replace(toolTelemetry?.title ?? '', '').replace(/art_[a-z2-7]{26}/, '');
        expect(view).toContain(toolTelemetry?.artifactId);
        expect(count(remaining)).toBeLessThanOrEqual(30);
      }
    }
    const shown = exampleNames.filter((name) =>
      calls.get(name)?.result?.content.startsWith('Shown to people: '),
    );
    expect(shown).toEqual(['render_file_contents', 'run_and_display', 'display_image', 'embed_media']);
  });

  test('what was passed on by reference arrived as the text it stands for, and stays a reference wherever it is written', async () => {
    const read = (path: string) => readFileSync(join(stage.workspace, path), 'utf8');
    const plans = String(files['plans.txt']);
    expect(read('copy.txt')).toBe(plans);
    expect(read('notes.md')).toBe(`first\n${plans.split('\n').slice(0, 300).join('\n')}\nlast\n`);
    expect(payloadIn(read('patched.txt'))).toHaveLength(600);
    const started = ofType(await readEvents(stage.server, id), 'tool.execution_start').map(
      ({ data }) => data,
    );
    for (const name of ['edit_file', 'apply_patch', 'create_file', 'execute_code'] as const) {
      const input = started.find(({ toolName }) => toolName === name)?.arguments;
      expect(input).toEqual(everyTool[name].arguments(artifactOf));
      const last = readRequest(lastRequest());
      expect(last.rest).toContain(JSON.stringify(JSON.stringify(input)).slice(1, -1));
    }
  });

  test('after a restart the history is the same to the letter, and what is called then is held to the same', async () => {
    const before = historyTexts(lastRequest());
    await stage.restart();
    const read = (input: Json) => callTool(stage.server, id, { name: 'read_file', arguments: input });
    const range = await read({ path: 'plans.txt', startLine: 10, endLine: 12 });
    const refused = await read({ path: '../../etc/passwd' });
    expect(historyTexts(lastRequest()).slice(0, before.length)).toEqual(before);
    expect(payloadIn(range.result?.content ?? '')).toHaveLength(3);
    expect(refused.success).toBe(false);
    await expectOnlyViews();
  });

  test('the same recall again says so, and a third time is not answered again', async () => {
    const [again, third] = [await call('recall_output'), await call('recall_output')];
    const first = calls.get('recall_output')?.result?.content ?? '';
    expect(again.result?.content).toBe(
      `You have asked this before; the answer is the same:\n${first}`.trimEnd(),
    );
    expect(third.result?.content).toMatch(/^You have asked this 2 times; the answer stands above/);
    expect(payloadIn(third.result?.content ?? '').length).toBeLessThan(3);
    await expectOnlyViews();
  });

  test('the history only grows: each request begins with the words of the one before', () => {
    const histories = requests().map(historyTexts);
    for (const [index, history] of histories.entries()) {
      const before = histories[index - 1] ?? [];
      expect(history.slice(0, before.length)).toEqual(before);
    }
  });
});
