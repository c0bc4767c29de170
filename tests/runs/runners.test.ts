import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { RunnerRecord } from '#lib/core/vocabulary/runner-record.ts';
import { hasFiles, hasRoom, pickRunner } from '#lib/runs/runners/needed-files.ts';
import { openRunners, type Runners } from '#lib/runs/runners/runners.ts';
import { createStateReader } from '#lib/runs/state-reader.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { newId, sampleConversation } from '../contracts/samples.ts';
import { changeLimits } from '../support/change-limits.ts';
import { until } from '../support/conversations.ts';
import { tempFolder } from '../support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const [ownDisk, otherDisk] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];
const own = 'http://10.0.0.1:3000';
const other = 'http://10.0.0.2:3000';
const aMinute = 60_000;
const off = { mode: 'off', reason: 'off', memory: null, memoryReason: null } as const;

const recordOf = (
  address: string,
  names: readonly string[],
  changed: Partial<RunnerRecord> = {},
): RunnerRecord => ({
  ...{ address, instance: address, disk: otherDisk, commands: off, workingOn: 0 },
  workspaces: names.map((name) => ({ name, path: `/srv/${name}`, isRepository: false, isConfigured: true })),
  ...changed,
});

/** The runners as a process with these workspaces knows them; `worktrees`: the conversations whose own copies it has. */
function runnersOf(
  here: readonly string[],
  {
    isRunner = true,
    worktrees = [] as string[],
    workingOn = 0,
    freeBytes = undefined as number | undefined,
  } = {},
): Runners {
  const opened = here.map((name) => openWorkspace(tempFolder(), name));
  const find = async (name: string) => opened.find((one) => one.name === name) ?? null;
  return openRunners({
    ...{ stores, isRunner, newId, nowMs: Date.now },
    readState: createStateReader(stores.events),
    address: isRunner ? own : null,
    readDisk: async () => ownDisk,
    readFreeBytes: async () => freeBytes,
    workspaces: {
      configured: opened,
      list: async () => opened,
      find,
      open: async () => null,
      of: async ({ id, workspace, worktree }) =>
        worktree === null ? await find(workspace) : worktrees.includes(id) ? (opened[0] ?? null) : null,
    },
    commands: { ...unused, status: () => off, check: async () => off },
    workingOn: () => workingOn,
    onError(error) {
      throw error;
    },
  });
}

const unused = {
  run: () => Promise.reject(new Error('not here')),
  openTerminal: () => Promise.reject(new Error('not here')),
  startLines: () => Promise.reject(new Error('not here')),
  close: async () => {},
};

const worktreeOn = (disk: string | undefined): Conversation['worktree'] => ({
  ...{ branch: 'b', commit: 'c', base: 'c' },
  ...(disk === undefined ? {} : { disk }),
});

async function conversationIn(
  workspace: string,
  worktree: Conversation['worktree'] = null,
): Promise<Conversation> {
  const conversation = sampleConversation({ workspace, worktree });
  await stores.conversations.create(conversation);
  return conversation;
}

const liveEventsOf = async (id: string): Promise<string[]> =>
  (await stores.events.read(id, { durable: null, live: null }, 10)).live.map(({ type }) => type);

beforeEach(async () => {
  // Nobody remembers those of an earlier test.
  for (const { address } of await stores.runners.list()) await stores.runners.put(recordOf(address, []), 0);
});

describe('a process works on a conversation', () => {
  test('if its workspace is here, whoever else has it', async () => {
    await stores.runners.put(recordOf(other, ['shop']), aMinute);
    const { id } = await conversationIn('shop');
    expect(await runnersOf(['shop']).worksOn(id)).toBe(true);
  });

  test('not if another has the workspace, whether that is alive or not', async () => {
    const { id } = await conversationIn('shop');
    await stores.runners.put(recordOf(other, ['shop']), aMinute);
    expect(await runnersOf(['docs']).worksOn(id)).toBe(false);
    await stores.runners.put(recordOf(other, ['shop']), 0);
    expect(await runnersOf(['docs']).worksOn(id)).toBe(false);
  });

  test('also if the other shares its disk, but not the folders of the settings', async () => {
    const { id } = await conversationIn('shop');
    await stores.runners.put(recordOf(other, ['shop'], { disk: ownDisk }), aMinute);
    expect(await runnersOf(['docs']).worksOn(id)).toBe(false);
  });

  test('not soon after its start, when others may not have registered yet', async () => {
    const { id } = await conversationIn('shop');
    expect(await runnersOf(['docs']).worksOn(id)).toBe(false);
  });

  describe('later', () => {
    changeLimits({ runnerAliveMs: 0 });

    test('if nobody has its workspace: the run fails here, and says so', async () => {
      await stores.runners.put(recordOf(other, ['docs']), aMinute);
      const { id } = await conversationIn('shop');
      expect(await runnersOf(['docs']).worksOn(id)).toBe(true);
    });

    test('if nobody says that its worktree is elsewhere, as of one that an earlier version made', async () => {
      await stores.runners.put(recordOf(other, ['shop']), aMinute);
      const { id } = await conversationIn('shop', worktreeOn(undefined));
      expect(await runnersOf(['shop']).worksOn(id)).toBe(true);
    });
  });

  test('if its worktree is here; if it is missing on this disk; not if it is on another one', async () => {
    await stores.runners.put(recordOf(other, ['shop']), aMinute);
    const here = await conversationIn('shop', worktreeOn(ownDisk));
    expect(await runnersOf(['shop'], { worktrees: [here.id] }).worksOn(here.id)).toBe(true);
    expect(await runnersOf(['shop']).worksOn(here.id)).toBe(true);
    const there = await conversationIn('shop', worktreeOn(otherDisk));
    expect(await runnersOf(['shop']).worksOn(there.id)).toBe(false);
  });

  test('never if it is a web process', async () => {
    const { id } = await conversationIn('shop');
    expect(await runnersOf([], { isRunner: false }).worksOn(id)).toBe(false);
  });
});

describe('a request that needs files', () => {
  test('is answered here if they are here, else by a runner that has them and works on least', async () => {
    await stores.runners.put(recordOf(own, ['shop']), aMinute);
    await stores.runners.put(recordOf(other, ['docs'], { workingOn: 2 }), aMinute);
    await stores.runners.put(recordOf('http://10.0.0.3:3000', ['docs'], { workingOn: 1 }), aMinute);
    const runners = runnersOf(['shop']);
    expect(await runners.addressFor({ workspace: 'shop' })).toBeNull();
    expect(await runners.addressFor(null)).toBeNull();
    expect(await runners.addressFor({ workspace: 'docs' })).toBe('http://10.0.0.3:3000');
    expect(await runners.addressFor({ workspace: 'none' })).toBeNull();
  });

  test('is refused while whoever has them is away', async () => {
    await stores.runners.put(recordOf(other, ['docs']), 0);
    await stores.runners.put(recordOf('http://10.0.0.3:3000', ['shop']), aMinute);
    const web = runnersOf([], { isRunner: false });
    await expect(web.addressFor({ workspace: 'docs' })).rejects.toMatchObject({ code: 'no_runner' });
    // Any runner can say that there is no such workspace.
    expect(await web.addressFor({ workspace: 'none' })).toBe('http://10.0.0.3:3000');
  });

  test('goes to another runner while one does not respond, and to that one if there is no other', async () => {
    const third = 'http://10.0.0.3:3000';
    await stores.runners.put(recordOf(other, ['docs']), aMinute);
    await stores.runners.put(recordOf(third, ['docs'], { workingOn: 5 }), aMinute);
    const web = runnersOf([], { isRunner: false });
    expect(await web.addressFor({ workspace: 'docs' })).toBe(other);
    web.avoid(other);
    expect(await web.addressFor({ workspace: 'docs' })).toBe(third);
    web.avoid(third);
    expect(await web.addressFor({ workspace: 'docs' })).toBe(other);
    expect(web.listReachable()).toEqual([]);
    // It counts as alive all the same: it says so itself.
    expect(await web.listWorkspaces()).toEqual(['docs']);
  });
});

describe('a request that makes a clone or a worktree', () => {
  const third = 'http://10.0.0.3:3000';
  const enough = { freeBytes: limits.workspaceFreeBytes };
  const tooLittle = { freeBytes: limits.workspaceFreeBytes - 1 };

  test('goes to a runner that has room, however much that works on', async () => {
    await stores.runners.put(recordOf(other, ['docs'], tooLittle), aMinute);
    await stores.runners.put(recordOf(third, ['docs'], { ...enough, workingOn: 5 }), aMinute);
    const web = runnersOf([], { isRunner: false });
    expect(await web.addressFor({ workspace: 'docs' }, true)).toBe(third);
    expect(await web.addressFor(null, true)).toBe(third);
    // What needs no room does not care.
    expect(await web.addressFor({ workspace: 'docs' })).toBe(other);
  });

  test('goes to one that does not say how much it has, as those of an earlier version', async () => {
    await stores.runners.put(recordOf(other, ['docs']), aMinute);
    expect(await runnersOf([], { isRunner: false }).addressFor({ workspace: 'docs' }, true)).toBe(other);
  });

  test('is answered here while there is room here, and else by another one', async () => {
    await stores.runners.put(recordOf(other, ['shop'], enough), aMinute);
    expect(await runnersOf(['shop'], enough).addressFor({ workspace: 'shop' }, true)).toBeNull();
    expect(await runnersOf(['shop']).addressFor({ workspace: 'shop' }, true)).toBeNull();
    const full = runnersOf(['shop'], tooLittle);
    expect(await full.addressFor({ workspace: 'shop' }, true)).toBe(other);
    expect(await full.addressFor(null, true)).toBe(other);
    expect(await full.addressFor({ workspace: 'shop' })).toBeNull();
  });

  test('is refused where nobody has room, and the answer says so', async () => {
    await stores.runners.put(recordOf(other, ['docs'], tooLittle), aMinute);
    await stores.runners.put(recordOf(third, ['shop'], tooLittle), aMinute);
    const web = runnersOf([], { isRunner: false });
    const full = runnersOf(['docs'], tooLittle);
    for (const runners of [web, full]) {
      await expect(runners.addressFor({ workspace: 'docs' }, true)).rejects.toMatchObject({
        code: 'no_runner',
        message: expect.stringMatching(/^No runner with the workspace docs has room on its disk/),
      });
      await expect(runners.addressFor(null, true)).rejects.toMatchObject({
        code: 'no_runner',
        message: expect.stringMatching(/^No runner has room on its disk for a clone/),
      });
    }
    // Of a workspace that is gone any runner says so, and of one whose runners are away that they are.
    expect(await web.addressFor({ workspace: 'none' }, true)).toBe(other);
    await stores.runners.put(recordOf(other, ['docs'], tooLittle), 0);
    const later = runnersOf([], { isRunner: false });
    await expect(later.addressFor({ workspace: 'docs' }, true)).rejects.toThrow('at the moment');
  });

  test('is known by what each process registers', async () => {
    const runners = runnersOf(['shop'], { freeBytes: 123 });
    await runners.start();
    expect(await stores.runners.list()).toContainEqual(
      expect.objectContaining({ address: own, freeBytes: 123, isAlive: true }),
    );
    await runners.leave();
    expect([0, 123, limits.workspaceFreeBytes, undefined].map((freeBytes) => hasRoom({ freeBytes }))).toEqual(
      [false, false, true, true],
    );
  });
});

describe('work that nobody does here', () => {
  const message = (content: string, runId: string) =>
    durableEvent(
      'user.message',
      { messageId: `msg_${runId}`, runId, content, author: { id: 'm1', name: 'Ada' }, attachments: [] },
      new Date().toISOString(),
    );
  /** A conversation with a message that waits for its run. */
  async function withWork(workspace: string): Promise<string> {
    const { id } = await conversationIn(workspace);
    await stores.events.append(id, [message('go', 'run_1')]);
    return id;
  }

  test('is offered to the others; while nobody is there, viewers see why, and again once the log has hidden it', async () => {
    const asked: string[] = [];
    const stop = stores.leases.onAsked((id, { kind }) => asked.push(`${kind} ${id}`));
    const id = await withWork('shop');
    await stores.runners.put(recordOf(other, ['shop']), aMinute);
    await runnersOf(['docs']).offer(id);
    expect([asked, await liveEventsOf(id)]).toEqual([[`work ${id}`], []]);
    await stores.runners.put(recordOf(other, ['shop']), 0);
    const alone = runnersOf(['docs']);
    for (let look = 0; look < 3; look += 1) await alone.watch([id]);
    expect(await liveEventsOf(id)).toEqual(['runner.away']);
    await stores.events.append(id, [message('and this', 'run_2')]);
    await alone.watch([id]);
    expect(await liveEventsOf(id)).toEqual(['runner.away', 'runner.away']);
    await alone.watch([]);
    stop();
  });

  test('is not said to wait while somebody still works on it, nor where there is none', async () => {
    await stores.runners.put(recordOf(other, ['shop']), 0);
    const id = await withWork('shop');
    await stores.leases.acquire(id, 'one that is about to end', aMinute);
    const { id: idle } = await conversationIn('shop');
    await runnersOf(['docs']).watch([id, idle]);
    expect([await liveEventsOf(id), await liveEventsOf(idle)]).toEqual([[], []]);
    await stores.leases.release(id, 'one that is about to end');
    await runnersOf(['docs']).watch([id]);
    expect(await liveEventsOf(id)).toEqual(['runner.away']);
  });

  test('is counted for as long as it waits', async () => {
    await stores.runners.put(recordOf(other, ['shop']), 0);
    const [one, two] = [await withWork('shop'), await withWork('shop')];
    const { id: idle } = await conversationIn('shop');
    const runners = runnersOf(['docs']);
    expect(runners.countWaiting()).toBe(0);
    for (let look = 0; look < 2; look += 1) await runners.watch([one, two, idle]);
    expect(runners.countWaiting()).toBe(2);
    // A process that is about to end has begun it after all.
    await stores.leases.acquire(one, 'one that is about to end', aMinute);
    await stores.events.append(one, [message('and this', 'run_2')]);
    await runners.watch([one, two, idle]);
    expect(runners.countWaiting()).toBe(1);
    await stores.leases.release(one, 'one that is about to end');
    await runners.watch([one, two, idle]);
    expect(runners.countWaiting()).toBe(2);
    await runners.watch([one]);
    expect(runners.countWaiting()).toBe(1);
    await stores.runners.put(recordOf(other, ['shop']), aMinute);
    await until('this process knows that the runner is back', async () => {
      await runners.watch([one, two]);
      return runners.countWaiting() === 0;
    });
  });

  test('is not counted where its files are, on a shared disk or on one of its own', async () => {
    await stores.runners.put(recordOf(other, ['shop']), 0);
    const id = await withWork('shop');
    const runners = runnersOf(['shop']);
    await runners.watch([id]);
    expect(runners.countWaiting()).toBe(0);
  });

  test('what this process works on is offered to nobody', async () => {
    const asked: string[] = [];
    const stop = stores.leases.onAsked((id) => asked.push(id));
    const id = await withWork('shop');
    await runnersOf(['shop']).offer(id);
    await runnersOf(['shop']).watch([id]);
    expect([asked, await liveEventsOf(id)]).toEqual([[], []]);
    stop();
  });

  test('whoever is asked takes it, if its files are here', async () => {
    const id = await withWork('shop');
    expect(await runnersOf(['shop']).takesTurn(id)).toBe(true);
    expect(await runnersOf(['docs']).takesTurn(id)).toBe(false);
    expect(await runnersOf([], { isRunner: false }).takesTurn(id)).toBe(false);
  });
});

test('the workspaces of all who are alive are listed, those of this process first', async () => {
  await stores.runners.put(recordOf(other, ['docs', 'shop']), aMinute);
  await stores.runners.put(recordOf('http://10.0.0.4:3000', ['old']), 0);
  expect(await runnersOf(['shop']).listWorkspaces()).toEqual(['shop', 'docs']);
  expect(await runnersOf([], { isRunner: false }).listWorkspaces()).toEqual(['docs', 'shop']);
});

test('the recorded example is nobody’s but of whoever has its folder, and of equals the first is picked', () => {
  const runner = recordOf(other, ['shop']);
  const conversation = sampleConversation({ workspace: 'shop' });
  expect(hasFiles(runner, { conversation })).toBe(true);
  expect(hasFiles(runner, { conversation: { ...conversation, recordedAt: conversation.createdAt } })).toBe(
    false,
  );
  expect(pickRunner([recordOf('a', []), recordOf('b', [])])?.address).toBe('a');
  expect(pickRunner([])).toBeUndefined();
});
