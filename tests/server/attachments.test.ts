import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventData } from '#lib/core/vocabulary/events.ts';
import { madeUp } from '../split/secrets/masking.ts';
import {
  createConversation,
  ofType,
  readEvents,
  send,
  until,
  untilFinished,
} from '../support/conversations.ts';
import { completedCalls, makeConversation } from '../support/page-actions.ts';
import { heard, isAfterTool, numberedLines, openStage, type Stage } from '../support/stage.ts';

const token = `ghp_${madeUp(36)}`;
const ttlSeconds = 6;

describe('what is attached to a message', () => {
  let stage: Stage;
  let id: string;
  let artifactId: string;
  beforeAll(async () => {
    stage = await openStage({
      files: {
        'src/notes.ts': numberedLines(100, (number) =>
          number === 41 ? `const key = '${token}'` : `line ${number}`,
        ),
      },
      // Shows the file when it is asked to, else says a word.
      script: (request) =>
        !isAfterTool(request) && heard(request).includes('show it')
          ? { toolCalls: [{ name: 'render_file_contents', arguments: { path: 'src/notes.ts' } }] }
          : { text: 'fine' },
    });
    ({
      id,
      artifactIds: [artifactId = ''],
    } = await makeConversation(stage.server, ['show it']));
  });
  afterAll(async () => await stage?.close());

  const get = (path: string) => stage.server.request(`/api/artifacts/${path}`);
  const post = (body: object, conversationId = id) =>
    stage.server.request(`/api/conversations/${conversationId}/messages`, { method: 'POST', body });
  const codeOf = async (response: Response) => [response.status, (await response.json()).code];
  const price = async (lines: string): Promise<number> =>
    (await (await get(`${artifactId}/price?lines=${lines}`)).json()).tokens;
  const sent = async (messageId: string): Promise<EventData<'user.message'>> => {
    const messages = ofType(await readEvents(stage.server, id), 'user.message');
    return messages.find(({ data }) => data.messageId === messageId)?.data as EventData<'user.message'>;
  };
  /** What calls saved; steps are counted apart. */
  /** Of calls; that the model is asked is counted besides. */
  const savings = async () => {
    const { totals } = await (await stage.server.request('/api/savings')).json();
    const { calls, fullTokens, sentTokens, withheldTokens, avoidedTokens, recalls } = totals;
    return { calls, fullTokens, sentTokens, withheldTokens, avoidedTokens, recalls };
  };
  type Part = { type: string; text: string };
  /** What the model was last sent of the messages of people. */
  const messagesSent = (): (string | Part[])[] => {
    const body = stage.model?.requests.at(-1)?.body;
    const messages = (body?.messages ?? []) as { role: string; content: string | Part[] }[];
    return messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  };

  test('the model reads exactly what was priced, masked and numbered, before the words of the message', async () => {
    const before = await savings();
    const tokens = await price('L40-L42');
    const message = { text: 'Is that right?', attachments: [{ artifactId, lines: 'L40-L42' }] };
    const { runId, messageId } = await send(stage.server, id, message.text, message);
    await untilFinished(stage.server, id, runId);
    const text = `From ${artifactId}#L40-L42, src/notes.ts:\n40\tline 40\n41\tconst key = '[masked: github token #1]'\n42\tline 42`;
    expect(messagesSent().at(-1)).toEqual([
      { type: 'text', text },
      { type: 'text', text: 'Is that right?' },
    ]);
    const { attachments } = await sent(messageId);
    expect(attachments).toMatchObject([
      { artifactId, lines: 'L40-L42', title: 'src/notes.ts', tokens, masked: [{ name: 'github token #1' }] },
    ]);
    const [{ textArtifactId } = { textArtifactId: '' }] = attachments;
    expect(await (await get(`${textArtifactId}?view=assistant`)).text()).toBe(text);
    expect(await (await get(textArtifactId)).text()).toBe(text);
    expect(tokens).toBe(await price('L40-L42'));
    // No saving, and no bytes in the log.
    expect(await savings()).toEqual(before);
    expect(JSON.stringify(await readEvents(stage.server, id))).not.toContain('line 42');
    expect(stage.model?.requests.at(-1)?.raw).not.toContain(token);
  });

  test('a restart changes no word of it, and a later turn sends it again', async () => {
    const result = messagesSent().at(-1);
    await stage.restart();
    const { runId } = await send(stage.server, id, 'And now?');
    await untilFinished(stage.server, id, runId);
    expect(messagesSent().slice(-2)).toEqual([result, 'And now?']);
  });

  test('the same message again is the same, and is attached once', async () => {
    const message = { text: 'once', clientMessageId: 'c1', attachments: [{ artifactId, lines: 'L1' }] };
    const answers = [await post(message), await post(message)];
    const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(second).toEqual(first);
    await untilFinished(stage.server, id, first.runId);
    const messages = ofType(await readEvents(stage.server, id), 'user.message');
    expect(messages.filter(({ data }) => data.clientMessageId === 'c1')).toHaveLength(1);
  });

  test('what cannot be given queues nothing and says why', async () => {
    const count = (await readEvents(stage.server, id)).length;
    const give = async (...attachments: object[]) => await codeOf(await post({ text: 'x', attachments }));
    expect(await give({ artifactId: `art_${'a'.repeat(26)}` })).toEqual([404, 'not_found']);
    expect(await give({ artifactId: '../x' })).toEqual([400, 'invalid_request']);
    expect(await give({ artifactId, lines: 'L90-L101' })).toEqual([400, 'invalid_lines']);
    expect(await give({ artifactId, bytes: 'mine' })).toEqual([400, 'invalid_request']);
    const lines = (at: number) => ({ artifactId, lines: `L${at + 1}` });
    expect(await give(...Array.from({ length: 11 }, (_, at) => lines(at)))).toEqual([400, 'invalid_request']);
    // The same twice.
    expect(await give(lines(0), lines(0))).toEqual([400, 'invalid_request']);
    expect(await readEvents(stage.server, id)).toHaveLength(count);
    expect(await codeOf(await get(`${artifactId}/price?lines=L90-L101`))).toEqual([400, 'invalid_lines']);
    expect(await codeOf(await get(`art_${'a'.repeat(26)}/price`))).toEqual([404, 'not_found']);
  });

  test('what was attached in a conversation goes with it', async () => {
    const other = await createConversation(stage.server);
    const { runId } = await send(stage.server, other, 'look', { attachments: [{ artifactId, lines: 'L1' }] });
    await untilFinished(stage.server, other, runId);
    const [message] = ofType(await readEvents(stage.server, other), 'user.message');
    const textArtifactId = message?.data.attachments[0]?.textArtifactId ?? '';
    expect((await get(textArtifactId)).status).toBe(200);
    await stage.server.request(`/api/conversations/${other}`, { method: 'DELETE' });
    expect((await get(textArtifactId)).status).toBe(404);
  });

  test('two runs of a command are compared, and no other’s', async () => {
    const [first] = await completedCalls(stage.server, id);
    const again = await makeConversation(stage.server, ['show it']);
    const path = `${first?.toolTelemetry.artifactId}/compare?with=${again.artifactIds[0]}`;
    expect(await (await get(path)).json()).toMatchObject({ added: 0, deleted: 0, diff: '' });
    expect(await codeOf(await get(`${artifactId}/compare?with=art_${'a'.repeat(26)}`))).toEqual([
      404,
      'not_found',
    ]);
    expect(await codeOf(await get(`${artifactId}/compare`))).toEqual([400, 'invalid_request']);
  });
});

test('what expired between its price and the message is refused; what was attached before stays readable', async () => {
  const stage = await openStage({
    files: { 'a.txt': numberedLines(30, (number) => `line ${number}`) },
    environment: { VITRINE_ARTIFACT_TTL_SECONDS: String(ttlSeconds) },
  });
  try {
    const {
      id,
      artifactIds: [artifactId = ''],
    } = await makeConversation(stage.server, ['show a.txt']);
    const get = (path: string) => stage.server.request(`/api/artifacts/${path}`);
    expect((await get(`${artifactId}/price`)).status).toBe(200);
    const message = { clientMessageId: 'c1', attachments: [{ artifactId }] };
    const { runId } = await send(stage.server, id, 'help', message);
    await untilFinished(stage.server, id, runId);
    await until('the end of its time', async () => (await get(artifactId)).status === 404);
    const refused = await stage.server.request(`/api/conversations/${id}/messages`, {
      method: 'POST',
      body: { text: 'help', attachments: [{ artifactId }] },
    });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toEqual({ error: 'a.txt has expired', code: 'artifact_expired' });
    expect((await (await get(`${artifactId}/price`)).json()).code).toBe('artifact_expired');
    // The answer to the first one was lost: it is the same message still.
    expect((await send(stage.server, id, 'help', message)).runId).toBe(runId);
    const [first] = ofType(await readEvents(stage.server, id), 'user.message').filter(
      ({ data }) => data.attachments.length > 0,
    );
    const textArtifactId = first?.data.attachments[0]?.textArtifactId;
    expect(await (await get(`${textArtifactId}`)).text()).toContain('line 30');
  } finally {
    await stage.close();
  }
});
