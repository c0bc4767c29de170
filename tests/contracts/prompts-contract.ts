import { expect, test } from 'vitest';
import type { PromptView } from '#lib/core/vocabulary/prompts/prompt.ts';
import { changeLimits } from '../support/change-limits.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

const prompt = (name: string, text = name): PromptView => ({
  ...{ name, text, by: { id: 'mem_a', name: 'Ada' } },
  savedAt: '2026-03-01T12:00:00.000Z',
});

export function describePrompts(open: StoreOpener): void {
  const opened = openedStores(open);
  const prompts = () => opened().stores.prompts;
  const elsewhere = () => opened().elsewhere.prompts;
  changeLimits({ prompts: 3 });

  test('they are listed by name, in every process and after a restart; the latest words of a name count', async () => {
    const first = prompt('review');
    await prompts().put(first, null);
    await elsewhere().put(prompt('constructor'), null);
    await elsewhere().put(prompt('review', 'Review {{branch}}'), first);
    const expected = [prompt('constructor'), prompt('review', 'Review {{branch}}')];
    expect(await prompts().list()).toEqual(expected);
    expect(await (await opened().reopen()).prompts.list()).toEqual(expected);
  });

  test('one that was removed is gone, and leaves room', async () => {
    for (const name of ['a', 'b', 'c']) expect(await prompts().put(prompt(name), null)).toBe('saved');
    expect(await elsewhere().put(prompt('d'), null)).toBe('full');
    expect(await elsewhere().put(prompt('a', 'other'), prompt('a'))).toBe('saved');
    expect(await elsewhere().remove(prompt('b'))).toBe(true);
    expect(await elsewhere().remove(prompt('b'))).toBe(false);
    expect(await elsewhere().remove(prompt('c', 'as it never was'))).toBe(false);
    expect(await prompts().put(prompt('d'), null)).toBe('saved');
    expect((await prompts().list()).map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  });

  test('of concurrent ones no more are stored than may be', async () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => prompt(name));
    const stored = await Promise.all(all.map((one, at) => (at % 2 ? prompts() : elsewhere()).put(one, null)));
    expect(stored.filter((result) => result === 'saved')).toHaveLength(3);
    expect(await prompts().list()).toHaveLength(3);
  });

  test('of concurrent ones of one name the first stays, and so does one that was changed meanwhile', async () => {
    const all = ['a', 'b', 'c', 'd'].map((text) => prompt('same', text));
    const stored = await Promise.all(all.map((one, at) => (at % 2 ? prompts() : elsewhere()).put(one, null)));
    expect(stored.toSorted()).toEqual(['changed', 'changed', 'changed', 'saved']);
    const [kept] = await prompts().list();
    expect(kept?.text).toBe(all[stored.indexOf('saved')]?.text);
    expect(await elsewhere().put(prompt('same', 'late'), prompt('same', 'never'))).toBe('changed');
    expect(kept && (await prompts().remove(kept))).toBe(true);
    expect(await elsewhere().put(prompt('same', 'late'), kept ?? null)).toBe('changed');
    expect(await prompts().list()).toEqual([]);
  });
}
