import { expect, test } from 'vitest';
import { openedStores } from './opened-stores.ts';
import { isoAfter, newId, sampleMember } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

export function describeMembers(open: StoreOpener): void {
  const opened = openedStores(open);
  const members = () => opened().stores.members;

  test('an added member is found in every process, and listed by joining date', async () => {
    const [second, first] = [
      sampleMember({ createdAt: isoAfter(60_000) }),
      sampleMember({ createdAt: isoAfter(0) }),
    ];
    await members().change(() => [second]);
    expect(await members().change(() => [first])).toEqual([first]);
    expect(await opened().elsewhere.members.get(second.id)).toEqual(second);
    expect(await opened().elsewhere.members.list()).toEqual([first, second]);
    expect(await members().get(newId('mem'))).toBeNull();
  });

  test('a change sees all members, and one that throws changes nothing', async () => {
    const member = sampleMember();
    await members().change(() => [member]);
    const refusal = new Error('not so');
    const refused = members().change((all) => {
      expect(all).toEqual([member]);
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
    expect(await members().list()).toEqual([member]);
  });

  test('each of many concurrent changes applies to the result of the previous one', async () => {
    const member = sampleMember({ epoch: 0 });
    await members().change(() => [member]);
    const stores = [members(), opened().elsewhere.members];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (stores[index % 2] ?? members()).change((all) =>
          all.map((one) => ({ ...one, epoch: one.epoch + 1 })),
        ),
      ),
    );
    expect((await members().get(member.id))?.epoch).toBe(10);
  });

  test('a member’s last visit is stored, also after a change that did not know of it', async () => {
    const member = sampleMember();
    await members().change(() => [member]);
    const at = isoAfter(0);
    await members().see(member.id, at);
    await members().change(() => [{ ...member, name: 'Ada L.' }]);
    expect(await members().get(member.id)).toEqual({ ...member, name: 'Ada L.', lastSeenAt: at });
    await members().see(newId('mem'), at);
    expect(await members().list()).toHaveLength(1);
  });
}
