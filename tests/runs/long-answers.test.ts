import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { startRunStage } from '../support/run-stage.ts';

// Three bytes per character: the limit is in the middle of one.
const word = `${'日'.repeat(5_000)} `;
const text = word.repeat(Math.ceil((1.2 * limits.answerBytes) / Buffer.byteLength(word)));

test.each(['chat', 'responses'] as const)(
  'over %s, an answer longer than the limit fails its run, and the part within the limit is kept',
  async (api) => {
    let isLong = true;
    const stage = await startRunStage(() => ({ text: isLong ? text : 'Short.' }), { api });
    const { data } = await stage.ask('go');
    expect(data).toMatchObject({
      outcome: 'failed',
      error: { code: 'model_too_long', message: expect.stringContaining('longer than 1 MB') },
    });
    const [message] = (await stage.events()).filter((event) => event.type === 'assistant.message');
    const content = message?.data.content ?? '';
    expect(text.startsWith(content)).toBe(true);
    const { byteLength } = Buffer.from(content);
    expect(byteLength).toBeLessThanOrEqual(limits.answerBytes);
    expect(byteLength).toBeGreaterThan(limits.answerBytes - 4);
    isLong = false;
    expect((await stage.ask('again')).data.outcome).toBe('completed');
  },
);

test('an answer of exactly the limit is complete', async () => {
  const whole = `${'x'.repeat(1023)} `.repeat(limits.answerBytes / 1024);
  const stage = await startRunStage(() => ({ text: whole }));
  expect((await stage.ask('go')).data.outcome).toBe('completed');
});

test('endless tool arguments are stopped too', async () => {
  const path = 'x'.repeat(limits.answerArgumentBytes);
  const stage = await startRunStage(() => ({ toolCalls: [{ name: 'list_files', arguments: { path } }] }));
  expect((await stage.ask('go')).data).toMatchObject({ error: { code: 'model_too_long' } });
});
