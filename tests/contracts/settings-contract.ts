import { expect, test } from 'vitest';
import { VitrineError } from '#lib/core/errors.ts';
import { accessOf } from '#lib/core/vocabulary/team/workspace-access.ts';
import { openedStores } from './opened-stores.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeSettings(open: StoreOpener): void {
  const opened = openedStores(open);
  const settings = () => opened().stores.settings;

  test('no setting is stored before somebody chooses one', async () => {
    expect(await settings().get()).toEqual({});
    await settings().change({});
    expect(await settings().get()).toEqual({});
  });

  test('the latest choice applies in every process', async () => {
    await settings().change({ linkShares: true });
    expect(await opened().elsewhere.settings.get()).toEqual({ linkShares: true });
    await opened().elsewhere.settings.change({ linkShares: false });
    expect(await settings().get()).toEqual({ linkShares: false });
    await settings().change({});
    expect(await settings().get()).toEqual({ linkShares: false });
  });

  test('changing the policy of one tool leaves the others unchanged', async () => {
    await settings().change({ linkShares: true, widening: true, 'approval.read_file': 'ask' });
    await opened().elsewhere.settings.change({ 'approval.execute_code': 'deny' });
    await settings().change({ 'approval.read_file': 'ask_admins' });
    const decided = {
      linkShares: true,
      widening: true,
      'approval.read_file': 'ask_admins',
      'approval.execute_code': 'deny',
    };
    expect(await settings().get()).toEqual(decided);
    expect(await opened().elsewhere.settings.get()).toEqual(decided);
  });

  test('of concurrent updates of one setting each starts from what the one before has stored', async () => {
    const name = 'access.vault';
    const admit = (id: string) => (stored: unknown) => {
      const members = accessOf({ [name]: stored }, 'vault').use?.members ?? [];
      return { use: { members: [...members, id], groups: [] }, run: null };
    };
    const ids = Array.from({ length: 12 }, (_, index) => `mem_${index}`);
    await Promise.all(
      ids.map((id, at) => (at % 2 ? settings() : opened().elsewhere.settings).update(name, admit(id))),
    );
    const { use } = accessOf(await settings().get(), 'vault');
    expect(use?.members.toSorted()).toEqual(ids.toSorted());
    const refuse = () => {
      throw new VitrineError('too_large', 'too many');
    };
    await expect(settings().update(name, refuse)).rejects.toMatchObject({ code: 'too_large' });
    expect(accessOf(await settings().get(), 'vault').use?.members).toHaveLength(12);
    await settings().update(name, () => null);
    expect(accessOf(await opened().elsewhere.settings.get(), 'vault').use).toBeNull();
  });

  test('changing a budget leaves the others unchanged, and a removed one stays removed', async () => {
    await settings().change({ 'budget.team.day.tokens': 10, 'budget.member.month.tokens.mem_a': 20 });
    await opened().elsewhere.settings.change({ 'budget.team.day.tokens': null, namesPeople: true });
    expect(await settings().get()).toEqual({
      'budget.team.day.tokens': null,
      'budget.member.month.tokens.mem_a': 20,
      namesPeople: true,
    });
  });
}
