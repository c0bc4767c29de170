import { randomUUID } from 'node:crypto';
import { limits } from '#lib/core/limits.ts';
import type { RunnerRecord } from '#lib/core/vocabulary/runner-record.ts';
import type { RunnerStore } from '#lib/stores/stores.ts';
import type { Commands } from '#lib/workspace/commands.ts';
import type { Workspaces } from '#lib/workspace/workspaces.ts';

export interface RegistrationNeeds {
  address: string;
  workspaces: Pick<Workspaces, 'list' | 'configured'>;
  commands: Pick<Commands, 'check'>;
  readDisk(): Promise<string>;
  /** Of that disk; `undefined`: not known. */
  readFreeBytes(): Promise<number | undefined>;
  /** Number of conversations that this process works on. */
  workingOn(): number;
  onError(error: unknown): void;
}

/** This process among the runners. */
export interface Registration {
  /** Registers it now, then says every few seconds that it is alive. */
  start(): Promise<void>;
  /** It stays known, and is not alive from now on. */
  end(): Promise<void>;
}

export function createRegistration(store: RunnerStore, needs: RegistrationNeeds): Registration {
  const instance = randomUUID();
  let beat: NodeJS.Timeout | undefined;
  let latest: RunnerRecord | null = null;
  let isShared = false;
  const register = async (): Promise<void> => {
    try {
      if (latest !== null) await checkAddress();
      latest = { ...(await describeRunner(needs)), instance };
      await store.put(latest, limits.runnerAliveMs);
    } catch (error) {
      needs.onError(error);
    }
  };
  /** Another process with this address would replace what this one has registered, again and again. */
  const checkAddress = async (): Promise<void> => {
    const stored = (await store.list()).find(({ address }) => address === needs.address);
    const isTaken = stored !== undefined && stored.instance !== instance;
    if (isTaken && !isShared)
      needs.onError(
        new Error(
          `Another process registers as ${needs.address} too. Set VITRINE_RUNNER_URL to where the others reach this one.`,
        ),
      );
    isShared = isTaken;
  };
  let registering: Promise<void> | null = null;
  /** Never two at once: a folder may be slow. */
  const next = (): Promise<void> => {
    registering ??= register().finally(() => {
      registering = null;
    });
    return registering;
  };
  return {
    start() {
      beat = setInterval(() => void next(), limits.runnerBeatMs).unref();
      return next();
    },
    async end() {
      clearInterval(beat);
      // One that is under way would say that it is alive.
      await registering;
      if (latest !== null) await store.put(latest, 0).catch(needs.onError);
    },
  };
}

async function describeRunner({
  address,
  workspaces,
  commands,
  readDisk,
  readFreeBytes,
  workingOn,
}: RegistrationNeeds): Promise<Omit<RunnerRecord, 'instance'>> {
  const here = (await workspaces.list()).map(async ({ name, root, gitHead }) => ({
    name,
    path: root,
    isRepository: (await gitHead()) !== null,
    isConfigured: workspaces.configured.some((one) => one.name === name),
  }));
  return {
    address,
    disk: await readDisk(),
    workspaces: await Promise.all(here),
    commands: await commands.check(),
    workingOn: workingOn(),
    freeBytes: await readFreeBytes(),
  };
}
