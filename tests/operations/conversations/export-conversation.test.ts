import { afterAll, describe, expect, test } from 'vitest';
import { durableEvent, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { conversationMarkdown } from '#lib/operations/conversations/conversation-markdown.ts';
import { exportConversation, exportFileName } from '#lib/operations/conversations/export-conversation.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { sampleConversation, storeBytes } from '#tests/contracts/samples.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 60, nowMs: Date.now });
afterAll(() => stores.close());

const at = '2026-03-01T12:00:00.000Z';
const trap = 'before\n```\n~~~~\n````` out\n# not a heading\n<!-- <script>';

/** A message, and a call with a view and an artifact; every string is hostile. */
async function hostile() {
  const conversation = sampleConversation({ title: '# <b>x</b>\n../../y' });
  const { id } = conversation;
  await stores.conversations.create(conversation);
  const artifactId = await storeBytes(stores.artifacts, Buffer.from('bytes'), {
    conversationId: id,
    title: 'a](javascript:1)\n# b',
  });
  const { runId: _any, ...message } = sampleEventData['user.message'];
  const runId = 'run_a';
  const complete = sampleEventData['tool.execution_complete'];
  const events: NewEvent[] = [
    durableEvent('user.message', { ...message, runId, content: trap, attachments: [] }, at),
    durableEvent('run.started', { ...sampleEventData['run.started'], runId }, at),
    durableEvent(
      'assistant.message',
      {
        messageId: 'msg_z',
        content: trap,
        toolRequests: [{ toolCallId: 't1', name: 'read_file', arguments: { path: '```' } }],
      },
      at,
    ),
    durableEvent(
      'tool.execution_complete',
      {
        ...complete,
        toolCallId: 't1',
        result: { content: trap },
        toolTelemetry: { ...complete.toolTelemetry, artifactId },
      },
      at,
    ),
  ];
  await stores.events.append(id, events);
  return { artifactId, exported: await exportConversation({ stores }, conversation) };
}

describe('a conversation export', () => {
  test('has the record, the log and the hash of each artifact in it', async () => {
    const { artifactId, exported } = await hostile();
    expect(exported.events.map(({ type }) => type)).toEqual([
      'user.message',
      'run.started',
      'assistant.message',
      'tool.execution_complete',
    ]);
    expect(exported.artifacts).toEqual([
      {
        id: artifactId,
        title: 'a](javascript:1)\n# b',
        sha256: '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
        byteLength: 5,
        state: 'complete',
      },
    ]);
    expect(JSON.parse(JSON.stringify(exported))).toEqual(exported);
  });

  test('as Markdown confines its content: every line is ours, quoted or fenced', async () => {
    const { exported } = await hostile();
    const markdown = conversationMarkdown(exported);
    let open: string | null = null;
    const outside: string[] = [];
    for (const line of markdown.split('\n')) {
      const marks = /^(`{3,})\w*$/.exec(line)?.[1] ?? null;
      if (open === null && marks !== null) open = marks;
      else if (open !== null && marks !== null && marks.length >= open.length) open = null;
      else if (open === null && line !== '' && !line.startsWith('> ')) outside.push(line);
    }
    expect(open).toBeNull();
    expect(outside.map((line) => line.slice(0, 5))).toEqual([
      '# \\# ',
      'vitri',
      '## Ad',
      '## Ag',
      '### r',
      '- a\\]',
    ]);
    expect(outside.join('\n')).not.toMatch(/(?<!\\)[<>]|\]\(/);
    expect(markdown).toContain('`277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9`');
  });
});

describe('the export’s file name', () => {
  test.each([
    ['What broke?', 'What broke.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['a\r\nSet-Cookie: x=1', 'a Set-Cookie x=1.md'],
    ['\u202egnp.exe', 'gnp.exe.md'],
    ['...', 'conversation.md'],
    ['"', 'conversation.md'],
    ['Über 日本', 'Über 日本.md'],
    ['\ud800', 'conversation.md'],
  ])('is safe: %j', (title, name) => {
    expect(exportFileName(title, 'md')).toBe(name);
  });

  test('has at most 80 characters before its extension, and no half characters', () => {
    expect(exportFileName(`${'x'.repeat(79)}😀`, 'json')).toBe(`${'x'.repeat(79)}.json`);
  });
});
