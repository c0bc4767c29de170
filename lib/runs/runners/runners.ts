import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { CommandStatus } from '#lib/core/vocabulary/command-status.ts';
import { ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { KnownRunner } from '#lib/core/vocabulary/runner-record.ts';
import type { Stores } from '#lib/stores/stores.ts';
import type { Commands } from '#lib/workspace/commands.ts';
import type { Workspaces } from '#lib/workspace/workspaces.ts';
import { createKnownRunners } from './known-runners.ts';
import { hasFiles, type NeededFiles, pickRunner } from './needed-files.ts';
import { createRegistration } from './registration.ts';

/** The processes of an installation that work on conversations: this one too, unless it is a web process. */
export interface Runners {
  /** Whether this process works on a conversation: it has its files, or nobody has, and its run fails here. */
  worksOn(conversationId: string): Promise<boolean>;
  /** Asks the others to work on a conversation, if this process does not. */
  offer(conversationId: string): Promise<void>;
  /** Says once to the viewers of a conversation with work that nobody is there who has its files. */
  watch(conversationId: string): Promise<void>;
  /** Waits a moment where another runner works on less. */
  letOthers(conversationId: string): Promise<void>;
  /**
   * The address of the runner that answers a request which needs these files; `null`: this process does.
   * @throws VitrineError `no_runner`
   */
  addressFor(needed: NeededFiles): Promise<string | null>;
  /** The secret by which they know one another's requests. */
  readSecret(): Promise<string>;
  /** One at this address did not respond: others are asked for a while. */
  doubt(address: string): void;
  /** The address of one that is alive, as far as this process knows; `null`: none, or this process is one. */
  anyAddress(): string | null;
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
  /** Whether this process works on conversations. */
  isRunner: boolean;
  /** At which other processes reach this one; `null`: there are no others, or it is no runner. */
  address: string | null;
  /** ID of the disk with the worktrees. */
  readDisk(): Promise<string>;
  workspaces: Workspaces;
  commands: Commands;
  /** Number of conversations that this process works on. */
  workingOn(): number;
  nowMs(): number;
  onError(error: unknown): void;
}

export function openRunners(needs: RunnersNeeds): Runners {
  const { stores, isRunner, address, workspaces, commands, onError } = needs;
  const { read: readKnown, latest, doubt } = createKnownRunners(stores.runners, onError);
  const registration = address === null ? null : createRegistration(stores.runners, { ...needs, address });
  let reading: NodeJS.Timeout | undefined;
  let secret: string | null = null;
  /** Conversations whose viewers know that nobody is there. */
  const waiting = new Set<string>();

  /** The others that have these files, whether they are alive or not. */
  const othersWith = async (needed: NeededFiles): Promise<KnownRunner[]> =>
    (await readKnown()).filter((runner) => runner.address !== address && hasFiles(runner, needed));
  const alive = async () => (await othersWith(null)).filter(({ isAlive }) => isAlive);
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
    const others = await othersWith(needed);
    if (others.length === 0) return null;
    // A worktree that is missing on its disk is missing for all who share it.
    return conversation.worktree?.disk === (await needs.readDisk()) ? null : needed;
  };
  const watch = async (conversationId: string): Promise<void> => {
    const needed = await neededElsewhere(conversationId);
    const isAway = needed !== null && !(await othersWith(needed)).some(({ isAlive }) => isAlive);
    if (!isAway) return void waiting.delete(conversationId);
    if (waiting.has(conversationId)) return;
    waiting.add(conversationId);
    const now = new Date(needs.nowMs()).toISOString();
    await stores.events.appendLive(conversationId, [ephemeralEvent('runner.away', {}, now)]);
  };

  return {
    worksOn: async (conversationId) => isRunner && (await neededElsewhere(conversationId)) === null,
    async offer(conversationId) {
      if ((await neededElsewhere(conversationId)) === null) return;
      await stores.leases.ask(conversationId, { kind: 'work' });
      waiting.delete(conversationId);
      await watch(conversationId);
    },
    watch,
    async letOthers(conversationId) {
      const conversation = await stores.conversations.get(conversationId);
      const others = conversation ? await othersWith({ conversation }) : [];
      const least = pickRunner(others.filter(({ isAlive }) => isAlive));
      if (least !== undefined && least.workingOn < needs.workingOn()) await pause(limits.runnerCourtesyMs);
    },
    async addressFor(needed) {
      if (await isHere(needed)) return null;
      const others = await othersWith(needed);
      // What nobody has is gone, as any runner can say.
      const able = others.length === 0 && !isRunner ? await alive() : others.filter(({ isAlive }) => isAlive);
      const best = pickRunner(able);
      if (best !== undefined) return best.address;
      if (isRunner && others.length === 0) return null;
      throw noRunner(needed);
    },
    doubt,
    async readSecret() {
      secret ??= await stores.secrets.get('forwarding', randomBytes(32).toString('base64url'));
      return secret;
    },
    anyAddress: () =>
      isRunner ? null : (pickRunner(latest().filter(({ isAlive }) => isAlive))?.address ?? null),
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
      [...(await othersWith(null))].sort((one, other) => Number(other.isAlive) - Number(one.isAlive)),
    async readCommands() {
      if (isRunner) return commands.status();
      const there = await alive();
      const running = there.find((runner) => runner.commands.reason === null) ?? there[0];
      return running?.commands ?? { ...commands.status(), reason: noRunner(null).message };
    },
    async start() {
      await registration?.start();
      if (isRunner) return;
      await readKnown();
      reading = setInterval(() => void readKnown(), limits.runnerBeatMs).unref();
    },
    async leave() {
      clearInterval(reading);
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

const noRunner = (needed: NeededFiles): VitrineError => {
  const workspace = needed && ('workspace' in needed ? needed.workspace : needed.conversation.workspace);
  return new VitrineError(
    'no_runner',
    workspace === null
      ? 'No runner is there at the moment. Try again soon.'
      : `No runner has the workspace ${workspace} at the moment. Try again soon.`,
  );
};
