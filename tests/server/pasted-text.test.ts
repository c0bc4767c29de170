import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { madeUp } from '../split/secrets/masking.ts';
import { createConversation, ofType, readEvents, send, untilFinished } from '../support/conversations.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard, isAfterTool, storeNames } from '../support/stage.ts';

const question = 'The importer stopped at 03:12. What was it doing?';
const token = `ghp_${madeUp(36)}`;
const log = Array.from({ length: 1_900 }, (_, at) => {
  const time = `2026-11-26T03:${String(Math.floor(at / 60) % 60).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z`;
  if (at === 1_234) return `${time} ERROR importer: row 48,211 has no column "price"; token ${token}`;
  return `${time} INFO importer: batch ${at} of 1,900 was written to the table of orders without a warning`;
})
  .join('\n')
  .slice(0, 190_000);

type Part = { type: string; text: string };

describe.each(storeNames)('a log that is pasted into a message, on %s', (store) => {
  let stage: SharedStage;
  beforeAll(async () => {
    stage = await openSharedStage({
      store,
      script: (request) => {
        if (heard(request) === 'wait for me') return { hangs: true };
        const [, asked] = /recall (art_\w+)/.exec(heard(request)) ?? [];
        return asked !== undefined && !isAfterTool(request)
          ? { toolCalls: [{ name: 'recall_output', arguments: { artifactId: asked, query: 'column' } }] }
          : { text: 'fine' };
      },
    });
  });
  afterAll(async () => await stage?.close());

  const say = async (id: string, text: string, change: object = {}) => {
    const { runId, messageId } = await send(stage.server, id, text, { text, ...change });
    await untilFinished(stage.server, id, runId);
    const messages = ofType(await readEvents(stage.server, id), 'user.message');
    const message = messages.find(({ data }) => data.messageId === messageId)?.data;
    if (!message) throw new Error('the message is not in the log');
    return message;
  };
  /** What the model was last sent of the messages of people. */
  const messagesSent = (): (string | Part[])[] => {
    const messages = (stage.model?.requests.at(-1)?.body.messages ?? []) as {
      role: string;
      content: string | Part[];
    }[];
    return messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  };

  test('goes to the model as its view, now and on later turns, and the question around it whole', async () => {
    const { count } = await loadTokenizer();
    const id = await createConversation(stage.server);
    const { content, attachments } = await say(id, `${question}\n\n${log}\n\nThank you!`);
    const [attachment] = attachments;
    const artifactId = attachment?.artifactId ?? '';
    expect(content).toBe(
      `${question}\n\n[attachment 1: ${log.split('\n').length.toLocaleString('en-US')} lines, ${artifactId}]\n\nThank you!`,
    );
    expect(attachment).toMatchObject({
      as: 'view',
      title: 'Pasted text',
      telemetry: { artifactId, relation: 'summary' },
    });
    const first = messagesSent().at(-1) as Part[];
    expect(first.map(({ text }) => text)).toEqual([expect.stringContaining('row 48,211'), content]);
    expect(count(first[0]?.text ?? '')).toBeLessThanOrEqual(400);
    expect(attachment?.tokens).toBe(count(first[0]?.text ?? ''));
    expect(first[0]?.text).toContain(`recall_output("${artifactId}"`);

    await say(id, 'And now?');
    expect(messagesSent().slice(-2)).toEqual([first, 'And now?']);
    expect(stage.model?.requests.at(-1)?.raw).not.toContain(token);
    expect(stage.model?.requests.at(-1)?.raw.match(/was written to the table/g)?.length ?? 0).toBeLessThan(5);

    await say(id, `recall ${artifactId}`);
    expect(stage.model?.requests.at(-1)?.raw).toContain('has no column');
  });

  test('is an artifact of the conversation: people read all of it, and what the model saw', async () => {
    const id = await createConversation(stage.server);
    const { attachments } = await say(id, `${question}\n\n${log}`);
    const { artifactId = '', textArtifactId = '', tokens } = attachments[0] ?? {};
    const read = async (path: string) => await (await stage.server.request(`/api/artifacts/${path}`)).text();
    expect(await read(artifactId)).toBe(log);
    const seen = await read(`${artifactId}?view=assistant`);
    expect(seen).toBe(await read(`${textArtifactId}?view=assistant`));
    const { count } = await loadTokenizer();
    expect(count(seen)).toBe(tokens);
    const metadata: ArtifactMetadata = JSON.parse(await read(`${artifactId}?format=metadata`)).metadata;
    // Given once more, it costs what its view does.
    expect(JSON.parse(await read(`${artifactId}/price`))).toEqual({ tokens });
    expect(metadata).toMatchObject({
      origin: 'member',
      toolCallId: null,
      conversationId: id,
      expiresAt: null,
    });
  });

  test('is sent whole where its author wants that, and a short one always', async () => {
    const id = await createConversation(stage.server);
    const part = log.slice(0, 20_000);
    const whole = await say(id, `${question}\n\n${part}`, { pasteAsText: true });
    expect(whole).toMatchObject({ content: `${question}\n\n${part}`, attachments: [] });
    expect(messagesSent().at(-1)).toBe(`${question}\n\n${part}`);
    const short = await say(id, `${question}\n\n${log.slice(0, 3_000)}`);
    expect(short.attachments).toEqual([]);
  });

  test('into a queued message becomes an attachment too', async () => {
    const id = await createConversation(stage.server);
    const first = await send(stage.server, id, 'wait for me');
    const { runId, messageId } = await send(stage.server, id, 'later');
    const path = `/api/conversations/${id}/messages/${messageId}`;
    const edit = { method: 'PATCH', body: { text: `${question}\n\n${log}` } };
    const { status } = await stage.server.request(path, edit);
    await stage.server.request(`/api/conversations/${id}/abort`, { method: 'POST' });
    await untilFinished(stage.server, id, first.runId);
    await untilFinished(stage.server, id, runId);
    expect(status).toBe(204);
    const sent = messagesSent().at(-1) as Part[];
    expect(sent[0]?.text).toContain('row 48,211');
    expect(sent[1]?.text).toMatch(
      /^The importer stopped at 03:12\. What was it doing\?\n\n\[attachment 1: [\d,]+ lines, art_/,
    );
  });

  test('is the same message when it is sent again', async () => {
    const id = await createConversation(stage.server);
    const body = { text: `${question}\n\n${log}`, clientMessageId: 'again' };
    const post = async () =>
      await (
        await stage.server.request(`/api/conversations/${id}/messages`, { method: 'POST', body })
      ).json();
    const first = await post();
    expect(await post()).toEqual(first);
    await untilFinished(stage.server, id, first.runId);
    expect(ofType(await readEvents(stage.server, id), 'user.message')).toHaveLength(1);
  });
});
