import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { CommandStatus } from '#lib/core/vocabulary/command-status.ts';
import type { IdPrefix } from '#lib/core/vocabulary/ids.ts';
import type { KnownRunner } from '#lib/core/vocabulary/runner-record.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { Commands } from '#lib/workspace/commands.ts';
import type { Workspaces } from '#lib/workspace/workspaces.ts';
import type { ReadState } from '../state-reader.ts';
import { createKnownRunners } from './known-runners.ts';
import { hasFiles, hasRoom, type NeededFiles, pickRunner } from './needed-files.ts';
import { createRegistration } from './registration.ts';
import { createWaitingWork } from './waiting-work.ts';

/** The processes of an installation that work on conversations: this one too, unless it is a web process. */
export interface Runners {
  /** Whether this process works on a conversation: it has its files, or nobody has, and its run fails here. */
  worksOn(conversationId: string): Promise<boolean>;
  /** The same, once those had their chance that work on less. */
  takesTurn(conversationId: string): Promise<boolean>;
  /** Asks the others to work on a conversation, if this process does not. */
  offer(conversationId: string): Promise<void>;
  /** Of conversations with work: says once to the viewers of each that nobody is there who has its files. */
  watch(conversationIds: readonly string[]): Promise<void>;
  /** Number of conversations whose work waits since nobody is there who has their files, as of the last `watch`. */
  countWaiting(): number;
  /**
   * The address of the runner that answers a request which needs these files; `null`: this process does.
   * @param needsRoom the request makes a clone or a worktree there
   * @throws VitrineError `no_runner`
   */
  addressFor(needed: NeededFiles, needsRoom?: boolean): Promise<string | null>;
  /** The other runners that are alive and respond, as far as this process has read. */
  listReachable(): KnownRunner[];
  /** One at this address did not respond: the others are preferred for a while. */
  avoid(address: string): void;
  /** The secret by which they know one another's requests. */
  readSecret(): Promise<string>;
  /** Names of the workspaces of this process, then of others that are alive. */
  listWorkspaces(): Promise<string[]>;
  /** The same, of those with a git repository. */
  listRepositories(): Promise<string[]>;
  /** The other runners, those first that are alive. */
  listOthers(): Promise<KnownRunner[]>;
  /** Whether commands run: here, or on any runner. */
  readCommands(): Promise<CommandStatus>;
  /** Registers this process, or follows who has. */
  start(): Promise<void>;
  /** From now on the others do the work. */
  leave(): Promise<void>;
}

export interface RunnersNeeds {
  stores: Pick<Stores, 'runners' | 'conversations' | 'leases' | 'events' | 'secrets'>;
  readState: ReadState;
  /** Whether this process works on conversations. */
  isRunner: boolean;
  /** At which other processes reach this one; `null`: there are no others, or it is no runner. */
  address: string | null;
  /** ID of the disk with the worktrees. */
  readDisk(): Promise<string>;
  /** Of that disk; `undefined`: not known. */
  readFreeBytes(): Promise<number | undefined>;
  workspaces: Workspaces;
  commands: Commands;
  /** Number of conversations that this process works on. */
  workingOn(): number;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  onError(error: unknown): void;
}

const isAlive = (runner: KnownRunner): boolean => runner.isAlive;

export function openRunners(needs: RunnersNeeds): Runners {
  const { stores, isRunner, address, workspaces, commands, onError } = needs;
  const known = createKnownRunners(stores.runners, onError);
  const registration = address === null ? null : createRegistration(stores.runners, { ...needs, address });
  const openedMs = performance.now();
  let following: NodeJS.Timeout | undefined;
  let secret: string | null = null;

  /** The others that have these files, whether they are alive or not. */
  const othersWith = async (needed: NeededFiles): Promise<KnownRunner[]> =>
    (await known.read()).filter((runner) => runner.address !== address && hasFiles(runner, needed));
  const alive = async () => (await othersWith(null)).filter(isAlive);
  const isHere = async (needed: NeededFiles): Promise<boolean> => {
    if (!isRunner || needed === null) return isRunner;
    const found =
      'workspace' in needed
        ? await workspaces.find(needed.workspace)
        : await workspaces.of(needed.conversation);
    return found !== null;
  };
  /** `null`: this process works on it, or it is gone. */
  const neededElsewhere = async (conversationId: string): Promise<NeededFiles> => {
    const conversation = await stores.conversations.get(conversationId);
    if (conversation === null || (await isHere({ conversation }))) return null;
    const needed = { conversation };
    if (!isRunner) return needed;
    // A worktree that is missing on its disk is missing for all who share it.
    const disk = conversation.worktree?.disk;
    if (disk !== undefined && disk === (await needs.readDisk())) return null;
    // Those that were started with this process have not registered yet.
    const isEarly = address !== null && performance.now() - openedMs < 2 * limits.runnerAliveMs;
    return isEarly || (await othersWith(needed)).length > 0 ? needed : null;
  };
  const watchOne = createWaitingWork(needs, async (conversationId) => {
    const needed = await neededElsewhere(conversationId);
    return needed !== null && !(await othersWith(needed)).some(isAlive);
  });
  let watching: Promise<void> | null = null;
  const watchAll = async (conversationIds: readonly string[]): Promise<void> => {
    watchOne.forgetOthers(conversationIds);
    for (const conversationId of conversationIds) await watchOne.look(conversationId).catch(onError);
  };

  return {
    worksOn: async (conversationId) => isRunner && (await neededElsewhere(conversationId)) === null,
    async takesTurn(conversationId) {
      if (!isRunner) return false;
      const conversation = await stores.conversations.get(conversationId);
      if (conversation === null || !(await isHere({ conversation }))) return false;
      const idlest = pickRunner((await othersWith({ conversation })).filter(isAlive));
      if (idlest !== undefined && idlest.workingOn < needs.workingOn()) await pause(limits.runnerYieldMs);
      return true;
    },
    async offer(conversationId) {
      if ((await neededElsewhere(conversationId)) === null) return;
      await stores.leases.ask(conversationId, { kind: 'work' });
      await watchOne.look(conversationId);
    },
    async watch(conversationIds) {
      watching ??= watchAll(conversationIds).finally(() => {
        watching = null;
      });
      await watching;
    },
    countWaiting: watchOne.count,
    async addressFor(needed, needsRoom = false) {
      const isOwn = await isHere(needed);
      if (isOwn && (!needsRoom || hasRoom({ freeBytes: await needs.readFreeBytes() }))) return null;
      const others = await othersWith(needed);
      // What nobody has is gone, as any runner can say.
      const isGone = others.length === 0 && !isRunner;
      const able = isGone ? await alive() : others.filter(isAlive);
      const roomy = needsRoom && !isGone ? able.filter(hasRoom) : able;
      const best = pickRunner(roomy.filter((runner) => !known.isAvoided(runner))) ?? pickRunner(roomy);
      if (best !== undefined) return best.address;
      if (isOwn || able.length > 0) throw noRoom(needed);
      if (isRunner && others.length === 0) return null;
      throw noRunner(needed);
    },
    listReachable: () =>
      known
        .latest()
        .filter((runner) => runner.address !== address && isAlive(runner) && !known.isAvoided(runner)),
    avoid: known.avoid,
    async readSecret() {
      secret ??= await stores.secrets.get('forwarding', randomBytes(32).toString('base64url'));
      return secret;
    },
    async listWorkspaces() {
      const own = isRunner ? await workspaces.list() : [];
      return namesIn(own, await alive());
    },
    async listRepositories() {
      const own = isRunner ? await workspaces.list() : [];
      const isRepository = await Promise.all(own.map(async ({ gitHead }) => (await gitHead()) !== null));
      const elsewhere = (await alive()).map((runner) => ({
        workspaces: runner.workspaces.filter((one) => one.isRepository),
      }));
      return namesIn(
        own.filter((_, index) => isRepository[index]),
        elsewhere,
      );
    },
    listOthers: async () =>
      (await othersWith(null)).toSorted((one, other) => Number(isAlive(other)) - Number(isAlive(one))),
    async readCommands() {
      if (isRunner) return commands.status();
      const there = await alive();
      const running = there.find((runner) => runner.commands.reason === null) ?? there[0];
      return running?.commands ?? { ...commands.status(), reason: noRunner(null).message };
    },
    async start() {
      await registration?.start();
      if (isRunner) return;
      await known.read();
      following = setInterval(() => void known.read(), limits.runnersKnownMs).unref();
    },
    async leave() {
      clearInterval(following);
      await registration?.end();
    },
  };
}

const namesIn = (
  own: readonly { name: string }[],
  others: readonly { workspaces: readonly { name: string }[] }[],
): string[] => [
  ...new Set([...own, ...others.flatMap((runner) => runner.workspaces)].map(({ name }) => name)),
];

/** @param words of any workspace, and of the one that is needed */
function refusal(needed: NeededFiles, words: { any: string; of(workspace: string): string }): VitrineError {
  const workspace = needed && ('workspace' in needed ? needed.workspace : needed.conversation.workspace);
  return new VitrineError('no_runner', workspace === null ? words.any : words.of(workspace));
}

const noRoom = (needed: NeededFiles): VitrineError =>
  refusal(needed, {
    any: 'No runner has room on its disk for a clone. An admin has to make room.',
    of: (workspace) =>
      `No runner with the workspace ${workspace} has room on its disk for a worktree. An admin has to make room.`,
  });

const noRunner = (needed: NeededFiles): VitrineError =>
  refusal(needed, {
    any: 'No runner is there at the moment. Try again soon.',
    of: (workspace) => `No runner has the workspace ${workspace} at the moment. Try again soon.`,
  });
