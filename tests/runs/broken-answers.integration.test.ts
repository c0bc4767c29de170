import { describe, expect, test } from 'vitest';
import type { ScriptedReply } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';

const loginPage = {
  mediaType: 'text/html; charset=utf-8',
  body: '<!doctype html><title>Sign in</title><form><input name="user"></form>',
};
const wholeAnswer = { mediaType: 'application/json', body: '{"choices":[{"message":{"content":"hi"}}]}' };

describe.each(['chat', 'responses'] as const)('over %s', (api) => {
  const words = 'The first of two halves ';

  test.each<[string, ScriptedReply, string, RegExp, string[]]>([
    ['without an end', { text: words, breaks: 'ends' }, 'model_cut', /broke off/, [words]],
    ['of a lost connection', { text: words, breaks: 'disconnects' }, 'model_cut', /broke off/, [words]],
    [
      'with a chunk that cannot be read',
      { text: words, breaks: 'garbles' },
      'model_malformed',
      /chunk/,
      [words],
    ],
    ['without a word', {}, 'model_empty', /empty answer/, []],
    ['of blanks', { text: ' \n ' }, 'model_empty', /empty answer/, []],
    ['that is a login page', { document: loginPage }, 'model_not_stream', /web page.*OPENAI_BASE_URL/, []],
    ['that is one document', { document: wholeAnswer }, 'model_not_stream', /application\/json/, []],
    [
      'of plain text',
      { document: { ...loginPage, mediaType: 'text/plain' } },
      'model_not_stream',
      /text\/plain/,
      [],
    ],
  ])('an answer %s fails, and the part that arrived is kept', async (_, reply, code, message, kept) => {
    let isWell = false;
    const stage = await startRunStage(() => (isWell ? { text: 'Well again.' } : reply), { api });
    const { data } = await stage.ask('go');
    expect(data).toMatchObject({
      outcome: 'failed',
      error: { code, message: expect.stringMatching(message) },
    });
    const messages = (await stage.events()).filter((event) => event.type === 'assistant.message');
    expect(messages.map((event) => event.data.content)).toEqual(kept);
    expect(stage.model.requests).toHaveLength(1);
    isWell = true;
    expect((await stage.ask('again')).data.outcome).toBe('completed');
  });

  test('no tool of an interrupted answer runs', async () => {
    const call = { name: 'list_files', arguments: { path: '' } };
    const stage = await startRunStage(() => ({ text: words, toolCalls: [call], breaks: 'ends' }), { api });
    expect((await stage.ask('go')).data).toMatchObject({ outcome: 'failed', error: { code: 'model_cut' } });
    const events = await stage.events();
    expect(events.some((event) => event.type === 'tool.execution_start')).toBe(false);
    // The provider charged for it, but nobody reported how much.
    expect(await stage.steps()).toMatchObject([{ usage: { inputTokens: null, outputTokens: null } }]);
  });

  test.each([
    [429, '180', /rate limit.*wait 3 minutes/],
    [503, '7200', /503.*wait 2 hours/],
  ])(
    'a server that asks with %i for a long wait is not retried before then, and the run says so',
    async (status, wait, message) => {
      const stage = await startRunStage(() => ({ status, headers: { 'Retry-After': wait } }), { api });
      const { data } = await stage.ask('go');
      expect(data).toMatchObject({ outcome: 'failed', error: { message: expect.stringMatching(message) } });
      expect(stage.model.requests).toHaveLength(1);
    },
  );

  test('a short wait is respected, and then the answer is complete', async () => {
    const stage = await startRunStage(
      (_, earlier) => (earlier === 0 ? { status: 429, headers: { 'Retry-After': '1' } } : { text: 'There.' }),
      { api },
    );
    expect((await stage.ask('go')).data.outcome).toBe('completed');
    expect(stage.model.requests).toHaveLength(2);
  });
});
