import {
  convertToModelMessages,
  isStepCount,
  type ModelMessage,
  streamText,
  type ToolSet,
  tool,
  type UIMessage,
} from 'ai';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import {
  openMemoryStore,
  openRedisStore,
  openSqliteStore,
  type SplitStore,
  splitTools,
} from '#lib/embed/index.ts';
import { recording } from '#scripts/split/recordings.ts';
import { newId } from '../contracts/samples.ts';
import { type ScriptedCall, scriptedModel } from '../support/scripted-model.ts';
import { tempFolder } from '../support/temp-folder.ts';

const failing = recording('test-runners/vitest-fail-colour');
const source = recording('sources/typescript');

const bash = tool({
  description: 'Runs a command',
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) =>
    command === failing.command
      ? { stdout: failing.text, stderr: '', exitCode: 1 }
      : { stdout: '', stderr: `${command}: not found\n`, exitCode: 127 },
});
const readFile = tool({
  description: 'Reads a file',
  inputSchema: z.object({ path: z.string() }),
  execute: async () => source.text,
});
const listIssues = tool({
  description: 'Lists issues',
  inputSchema: z.object({ state: z.string() }),
  execute: async ({ state }) =>
    Array.from({ length: 400 }, (_, at) => ({ id: at, state, title: `Issue ${at}` })),
});

/** Runs the loop of the SDK with these calls, one a step. What the model read of each, in order. */
async function readByModel(tools: ToolSet, calls: ScriptedCall[]): Promise<string[]> {
  const { model, prompts } = scriptedModel(calls.map((call) => [call]));
  const result = streamText({ model, tools, prompt: 'Go on.', stopWhen: isStepCount(calls.length + 1) });
  await result.consumeStream();
  return (prompts.at(-1) ?? [])
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => content as readonly { output: { value: unknown } }[])
    .map(({ output }) => String(output.value));
}

const idIn = (view: string): string => /art_[a-z2-7]{26}/.exec(view)?.[0] ?? 'none';

const readText = async (store: SplitStore, id: string) =>
  Buffer.from((await store.read(id)) ?? []).toString();

const opened: SplitStore[] = [];
const kept = (store: SplitStore): SplitStore => {
  opened.push(store);
  return store;
};
afterAll(async () => {
  for (const store of opened) await store.close();
});

const stores = {
  memory: () => kept(openMemoryStore()),
  SQLite: () => kept(openSqliteStore({ dataDir: tempFolder() })),
  Redis: () => kept(openRedisStore({ url: inject('redisUrl'), keyPrefix: `${newId('app')}:` })),
};

describe.each(Object.entries(stores))('in %s', (_, open) => {
  test('the model reads a view with what matters, recalls more of it, and people see all', async () => {
    const store = open();
    const tools = splitTools({ bash, readFile, listIssues }, { store });
    const [view = '', file = '', json = ''] = await readByModel(tools, [
      { name: 'bash', input: { command: failing.command } },
      { name: 'readFile', input: { path: 'src/reading-list.ts' } },
      { name: 'listIssues', input: { state: 'open' } },
    ]);
    expect(view).toContain('exit 1');
    expect(view).toContain('failed');
    expect(view.length).toBeLessThan(failing.text.length / 2);
    expect(file).toContain('src/reading-list.ts');
    expect(json).toContain('400');
    expect(json.length).toBeLessThan(2_000);

    const id = idIn(view);
    expect(await readText(store, id)).toBe(failing.text);
    expect(await store.get(id)).toMatchObject({
      tool: 'bash',
      exitCode: 1,
      assistantView: view,
      byteLength: Buffer.byteLength(failing.text),
      isExpired: false,
    });
    expect(await store.readLines(id, 1, 3)).toHaveLength(3);
    expect((await store.readLines(id, 2, 2))?.[0]).toContain('RUN');

    const [lines = '', issue = '', missing = ''] = await readByModel(tools, [
      { name: 'recall_output', input: { artifactId: id, lines: '1-3' } },
      { name: 'recall_output', input: { artifactId: idIn(json), jsonPath: '$[399].title' } },
      { name: 'recall_output', input: { artifactId: newId('art'), lines: '1-3' } },
    ]);
    expect(lines.split('\n').length).toBeLessThanOrEqual(6);
    expect(issue).toContain('Issue 399');
    expect(missing).toContain('There is no artifact');
  });

  test('what is stored for one conversation is recalled in no other, and is deleted with it', async () => {
    const store = open();
    const of = (conversationId: string) => splitTools({ bash }, { store, conversationId });
    const [view = ''] = await readByModel(of('one'), [{ name: 'bash', input: { command: failing.command } }]);
    const ask: ScriptedCall = { name: 'recall_output', input: { artifactId: idIn(view), lines: '1-3' } };
    const [elsewhere = ''] = await readByModel(of('other'), [ask]);
    expect(elsewhere).toContain('There is no artifact');
    const [here = ''] = await readByModel(of('one'), [ask]);
    expect(here).not.toContain('There is no artifact');
    await store.deleteConversation('one');
    expect(await store.get(idIn(view))).toBeNull();
    expect(await store.read(idIn(view))).toBeNull();
  });
});

describe('a tool that is split', () => {
  const store = kept(openMemoryStore());
  const call = async (tools: ToolSet, name: string, input: object, messages: ModelMessage[] = []) =>
    await tools[name]?.execute?.(input, { toolCallId: 'call-1', messages, context: {} });

  test('returns a small output, with figures', async () => {
    const tools = splitTools({ bash }, { store });
    const output = await call(tools, 'bash', { command: failing.command });
    expect(output).toMatchObject({ relation: 'summary', title: failing.command, isEstimated: false });
    expect(output.sentTokens).toBeLessThan(output.fullTokens);
    expect(JSON.parse(JSON.stringify(output))).toEqual(output);
  });

  test('gives the model the same view again, when the messages of a page are sent once more', async () => {
    const tools = splitTools({ bash }, { store });
    const output = await call(tools, 'bash', { command: failing.command });
    const messages: UIMessage[] = [
      {
        id: 'm',
        role: 'assistant',
        parts: [
          { type: 'tool-bash', toolCallId: 'call-1', state: 'output-available', input: {}, output },
        ] as UIMessage['parts'],
      },
    ];
    const sent = await convertToModelMessages(messages, { tools });
    expect(JSON.stringify(sent)).toContain(JSON.stringify(output.view).slice(1, -1));
    expect(JSON.stringify(sent)).not.toContain('sentTokens');
  });

  test('tells what a command says on standard error, and how it ended', async () => {
    const output = await call(splitTools({ bash }, { store }), 'bash', { command: 'frobnicate' });
    expect(output.view).toBe('exit 127, command not found\nfrobnicate: not found\n');
  });

  test('recognises a program by any usual name of its command line', async () => {
    const shell = tool({
      inputSchema: z.object({ cmd: z.string() }),
      execute: async ({ cmd }) => (cmd === failing.command ? failing.text : ''),
    });
    const output = await call(splitTools({ shell }, { store }), 'shell', { cmd: failing.command });
    expect(output).toMatchObject({ summarizer: 'vitest', title: failing.command });
  });

  test('keeps the other fields of an object with a text', async () => {
    const page = tool({
      inputSchema: z.object({ url: z.string() }),
      execute: async ({ url }) => ({ url, status: 404, body: 'first\nsecond\n' }),
    });
    const output = await call(splitTools({ page }, { store }), 'page', { url: 'http://localhost/' });
    expect(output.view).toBe('url: http://localhost/; status: 404\nfirst\nsecond\n');
    expect(await readText(store, output.artifactId)).toBe('first\nsecond\n');
  });

  test('yields its last output, and passes on files for the model', async () => {
    const image = {
      type: 'file' as const,
      mediaType: 'image/png',
      data: { type: 'data' as const, data: 'AA==' },
    };
    const shot = tool({
      inputSchema: z.object({}),
      async *execute() {
        yield 'waiting';
        yield 'taken';
      },
      toModelOutput: ({ output }) => ({
        type: 'content',
        value: [{ type: 'text', text: `It was ${output}.` }, image],
      }),
    });
    const tools = splitTools({ shot }, { store });
    const output = await call(tools, 'shot', {});
    expect(output).toMatchObject({ view: 'It was taken.', files: [image] });
    expect(await tools.shot.toModelOutput?.({ toolCallId: 'call-1', input: {}, output })).toEqual({
      type: 'content',
      value: [{ type: 'text', text: 'It was taken.' }, image],
    });
  });

  test('stores bytes, and tells the model what they are', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
      'base64',
    );
    const draw = tool({ inputSchema: z.object({}), execute: async () => new Uint8Array(png) });
    const output = await call(splitTools({ draw }, { store }), 'draw', {});
    expect(output.view).toBe(`draw: PNG image, 1×1, 70 bytes, ${output.artifactId}`);
    expect(Buffer.from((await store.read(output.artifactId)) ?? []).equals(png)).toBe(true);
  });

  test('masks secrets in what the model reads, not in what people see', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const env = tool({ inputSchema: z.object({}), execute: async () => `GITHUB_TOKEN=${token}\n` });
    const output = await call(splitTools({ env }, { store }), 'env', {});
    expect(output.view).not.toContain(token);
    expect(await readText(store, output.artifactId)).toContain(token);
  });

  /** What a call throws. */
  const thrownBy = async (execute: () => Promise<string>): Promise<Error> => {
    const broken = tool({ inputSchema: z.object({}), execute });
    return await call(splitTools({ broken }, { store }), 'broken', {}).then(
      () => new Error('it threw nothing'),
      (reason: Error) => reason,
    );
  };

  test('throws what its tool throws, as it is where a sentence says it', async () => {
    const cause = new RangeError('no such page');
    expect(await thrownBy(() => Promise.reject(cause))).toBe(cause);
    const secret = new Error(`no access with ghp_${'a1B2'.repeat(9)}`);
    const masked = await thrownBy(() => Promise.reject(secret));
    expect(masked.message).toMatch(/^broken failed: no access with .*token/);
    expect(masked.cause).toBe(secret);
  });

  test('throws a view of a long message, all of which is stored', async () => {
    const cause = new Error(`first line\n${'x'.repeat(100_000)}`);
    const error = await thrownBy(() => Promise.reject(cause));
    expect(error.message).toMatch(/^broken: failed/);
    expect(error.message.length).toBeLessThan(3_000);
    expect(error.cause).toBe(cause);
    expect(await readText(store, idIn(error.message))).toBe(cause.message);
  });

  test('throws a view of what a failed command printed, as programs that run commands throw it', async () => {
    const cause = Object.assign(new Error('Command failed'), {
      ...{ stdout: failing.text, stderr: '', code: 1, killed: false, cmd: failing.command },
    });
    const error = await thrownBy(() => Promise.reject(cause));
    expect(error.message).toContain('exit 1');
    expect(error.message).toContain('failed');
    expect(await readText(store, idIn(error.message))).toBe(failing.text);
  });

  test('is the object it was: `this`, getters and members of its class', async () => {
    class Greeting {
      inputSchema = z.object({});
      name = 'heron';
      get description() {
        return `Greets a ${this.name}`;
      }
      async execute() {
        return this.name;
      }
    }
    const tools: ToolSet = splitTools({ greet: new Greeting() } as never, { store });
    expect(tools.greet?.description).toBe('Greets a heron');
    expect(await call(tools, 'greet', {})).toMatchObject({ view: 'heron' });
  });

  test.each([
    ['several texts', { a: 'one\ntwo', b: 'three\nfour' }, '{"a":"one'],
    ['a circle', circle(), '<ref *1>'],
    ['a big number', { n: 10n }, '{ n: 10n }'],
    ['a map', new Map([['heron', 1]]), "Map(1) { 'heron' => 1 }"],
    ['an error', new Error('it rains'), 'Error: it rains'],
    ['nothing', null, 'null'],
    ['a list', [1, 2], '[1,2]'],
  ])('stores %s whole', async (_, value, start) => {
    const odd = tool({ inputSchema: z.object({}), execute: async () => value as object });
    const output = await call(splitTools({ odd }, { store }), 'odd', {});
    expect((await readText(store, output.artifactId)).startsWith(start)).toBe(true);
  });

  test('loses no field of an object with a text: what is not said in the view is stored beside it', async () => {
    const long = `${'y'.repeat(5_000)}KEYFACT`;
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`k${at}`, 'z'.repeat(150)]));
    const values = [
      { stdout: 'a\n', exitCode: 0, report: long },
      { stdout: 'a\n', exitCode: 0, stdio: [null, 'KEYFACT'] },
      { body: 'a\nb', ...many, last: 'KEYFACT' },
    ];
    for (const value of values) {
      const odd = tool({ inputSchema: z.object({}), execute: async () => value });
      const output = await call(splitTools({ odd }, { store }), 'odd', {});
      expect(output.sentTokens).toBeLessThan(400);
      const [part] = (await store.get(output.artifactId))?.parts ?? [];
      expect(await readText(store, part?.artifactId ?? '')).toContain('KEYFACT');
    }
  });

  test('stores what a tool returned, though it gives the model something else', async () => {
    const query = tool({
      inputSchema: z.object({}),
      execute: async () => ({ rows: [1, 2], forPage: 'KEYFACT' }),
      toModelOutput: ({ output }) => ({ type: 'text', value: `${output.rows.length} rows` }),
    });
    const output = await call(splitTools({ query }, { store }), 'query', {});
    expect(output.view).toBe('2 rows');
    const [part] = (await store.get(output.artifactId))?.parts ?? [];
    expect(await readText(store, part?.artifactId ?? '')).toBe('{"rows":[1,2],"forPage":"KEYFACT"}');
  });

  test('gives the model images without words, also after they were stored as JSON', async () => {
    const shot = tool({
      inputSchema: z.object({}),
      execute: async () => ({ width: 1 }),
      toModelOutput: () => ({
        type: 'content',
        value: [
          { type: 'file', mediaType: 'image/png', data: { type: 'data', data: new Uint8Array([1, 2]) } },
        ],
      }),
    });
    const tools = splitTools({ shot }, { store });
    const output = JSON.parse(JSON.stringify(await call(tools, 'shot', {})));
    expect(await tools.shot.toModelOutput?.({ toolCallId: 'c', input: {}, output })).toEqual({
      type: 'content',
      value: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AQI=' } }],
    });
  });

  test('reads messages from before it was split', async () => {
    const tools = splitTools({ bash }, { store });
    const read = (output: unknown) =>
      tools.bash.toModelOutput?.({ toolCallId: 'c', input: { command: '' }, output: output as never });
    expect(await read('plain')).toEqual({ type: 'text', value: 'plain' });
    expect(await read({ stdout: '' })).toEqual({ type: 'json', value: { stdout: '' } });
    expect(await read(null)).toEqual({ type: 'json', value: null });
  });

  test.each([
    ['a code beside no stream', { code: 404, message: 'a\nb' }, 'code: 404\na\nb'],
    ['a status beside a stream', { stdout: 'a\n', status: 2 }, 'exit 2\na\n'],
  ])('takes %s for what it is', async (_, value, view) => {
    const odd = tool({ inputSchema: z.object({}), execute: async () => value });
    expect((await call(splitTools({ odd }, { store }), 'odd', {})).view).toBe(view);
  });

  test('takes the command of an editor for no command line', async () => {
    const edit = tool({
      inputSchema: z.object({ command: z.string(), path: z.string() }),
      execute: async () => source.text,
    });
    const output = await call(splitTools({ edit }, { store }), 'edit', {
      ...{ command: 'view', path: 'src/reading-list.ts' },
    });
    expect(output.title).toBe('src/reading-list.ts');
    expect((await store.get(output.artifactId))?.input).toEqual({
      command: 'view',
      path: 'src/reading-list.ts',
    });
  });

  test('does not count recalls that failed as answers', async () => {
    const tools = splitTools({ bash }, { store });
    const { artifactId } = await call(tools, 'bash', { command: failing.command });
    const input = { artifactId, lines: '1-3' };
    const failed = (id: string): ModelMessage[] => [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: id, toolName: 'recall_output', input }],
      },
      {
        role: 'tool',
        content: [
          {
            ...{ type: 'tool-result', toolCallId: id, toolName: 'recall_output' },
            output: { type: 'error-text', value: 'away' },
          },
        ],
      },
    ];
    const text = await call(tools, 'recall_output', input, [...failed('r1'), ...failed('r2')]);
    expect(text).not.toContain('You have asked');
  });

  test('is left as it is where the provider defines it, or nothing runs here', async () => {
    const ask = tool({ inputSchema: z.object({}), outputSchema: z.string() });
    const shell = { type: 'provider', id: 'p.shell', args: {}, isProviderExecuted: false } as never;
    const tools: ToolSet = splitTools({ ask, shell } as ToolSet, { store });
    expect(tools.ask).toBe(ask);
    expect(tools.shell).toBe(shell);
  });

  test('recalls the same part twice with a note, and then no more', async () => {
    const tools = splitTools({ bash }, { store });
    const { artifactId } = await call(tools, 'bash', { command: failing.command });
    const input = { artifactId, lines: '1-3' };
    const texts = await readByModel(
      tools,
      [1, 2, 3].map(() => ({ name: 'recall_output', input })),
    );
    expect(texts[1]).toBe(`You have asked this before; the answer is the same:\n${texts[0]}`.trimEnd());
    expect(texts[2]).toContain('You have asked this 2 times');
  });
});

test('a store that is away costs the artifact, not the call', async () => {
  const store = openMemoryStore();
  const onError = vi.fn();
  const tools = splitTools({ bash }, { store, onError });
  await store.close();
  const [view = ''] = await readByModel(tools, [{ name: 'bash', input: { command: failing.command } }]);
  expect(view).toContain('The rest could not be stored.');
  expect(onError).toHaveBeenCalled();
});

test('a result expires after its time', async () => {
  const store = kept(openMemoryStore());
  const tools = splitTools({ bash }, { store, conversationId: 'c', ttlSeconds: 1 });
  const [view = ''] = await readByModel(tools, [{ name: 'bash', input: { command: failing.command } }]);
  const id = idIn(view);
  await vi.waitFor(async () => expect(await store.get(id)).toMatchObject({ isExpired: true }), {
    timeout: 10_000,
  });
  expect(await store.read(id)).toBeNull();
  const [again = ''] = await readByModel(tools, [
    { name: 'recall_output', input: { artifactId: id, lines: '1-3' } },
  ]);
  expect(again).toContain('expired');
});

test('what is wrong with the options is said at once', () => {
  const store = kept(openMemoryStore());
  const split = (options: object) => () => splitTools({ bash }, { store, ...options } as never);
  expect(() => splitTools({ bash }, { store: new Map() as never })).toThrow('store: open one with');
  expect(() => splitTools({ recall_output: bash }, { store })).toThrow(
    'recall_output is the name of the tool that is added',
  );
  expect(split({ level: 'off' })).toThrow('level');
  expect(split({ conversationId: '' })).toThrow('conversationId');
  expect(split({ conversationId: 42 })).toThrow('conversationId');
  for (const ttlSeconds of [0, -1, Number.NaN, 1e300]) expect(split({ ttlSeconds })).toThrow('ttlSeconds');
  expect(split({ kinds: { bash: 'Command' } })).toThrow('kinds');
  for (const maxBytes of [0, -1, Number.NaN, '5' as never])
    expect(() => openMemoryStore({ maxBytes })).toThrow('maxBytes');
});

test('a callback that throws does not make a call fail', async () => {
  const store = openMemoryStore();
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const onError = () => {
    throw new Error('the logger is away');
  };
  const tools = splitTools({ bash }, { store, onError });
  await store.close();
  const [view = ''] = await readByModel(tools, [{ name: 'bash', input: { command: failing.command } }]);
  expect(view).toContain('could not be stored');
  expect(warned).toHaveBeenCalledWith('the logger is away');
});

/** An object that has itself. */
function circle(): object {
  const own: Record<string, unknown> = { name: 'circle' };
  own.itself = own;
  return own;
}
