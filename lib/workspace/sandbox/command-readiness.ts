import type { CommandStatus } from '#lib/core/vocabulary/command-status.ts';
import { WorkspaceError } from '../workspace-error.ts';
import type { WorkspaceRootRules } from '../workspace-root.ts';
import type { CommandLimits } from './command-limits.ts';
import { type Ground, makeGround, renewGround } from './ground.ts';
import { runSelfTest } from './self-test.ts';
import { explainRefusal, findMissing } from './why-refused.ts';

/** Whether commands run here, and what they need to start. */
export interface CommandReadiness {
  /** Tests on the first call whether commands run and are confined. Never rejects. */
  check(): Promise<CommandStatus>;
  status(): CommandStatus;
  /**
   * The resources for starting a command, checked again, since parts may have been removed.
   * @throws WorkspaceError `unavailable`
   */
  ready(): Promise<Ground>;
  /** Removes what it made, once a running check is over and `settled` too. */
  close(settled: () => Promise<unknown>): Promise<void>;
}

export interface ReadinessOptions {
  mode: 'auto' | 'bwrap' | 'off' | 'unsafe-host';
  limits: CommandLimits;
  rules: WorkspaceRootRules;
  /** Path of bubblewrap. */
  outerPath: string;
  usesControlGroups: boolean;
  log: (message: string, error: unknown) => void;
}

export function createCommandReadiness(options: ReadinessOptions): CommandReadiness {
  let ground: Ground | null = null;
  let renewing: Promise<unknown> = Promise.resolve();
  let checking: Promise<void> | null = null;
  let status: CommandStatus = off('Commands have not been checked yet.');

  async function check(): Promise<CommandStatus> {
    checking ??= look(options, (made) => {
      ground = made;
    })
      .catch((error: unknown) => {
        options.log('the sandbox could not be tried out', error);
        return off('Commands are off: the check of the sandbox failed.');
      })
      .then((found) => {
        status = found;
      });
    await checking;
    return status;
  }

  async function ready(): Promise<Ground> {
    await check();
    if (status.reason === null && status.mode === 'bwrap') {
      const missing = await findMissing(options.outerPath);
      if (missing !== null) status = off(missing);
    }
    if (status.reason !== null || ground === null) {
      throw new WorkspaceError('unavailable', status.reason ?? 'Commands are off.');
    }
    // Serialized: two concurrent renewals would each create resources, and only one set is kept.
    const present = ground;
    const renewed = renewing.catch(() => {}).then(() => renewGround(ground ?? present));
    renewing = renewed;
    ground = await renewed;
    return ground;
  }

  return {
    check,
    status: () => status,
    ready,
    async close(settled) {
      await checking;
      await settled();
      await ground?.folder.remove();
    },
  };
}

/**
 * Makes what commands need, and tries out whether they are confined.
 * @param onMade receives what has to be removed when the server ends, even where commands are off
 */
async function look(
  { mode, limits, rules, outerPath, usesControlGroups }: ReadinessOptions,
  onMade: (ground: Ground) => void,
): Promise<CommandStatus> {
  if (mode === 'off') return off('Commands are off (VITRINE_EXEC=off).');
  if (mode === 'unsafe-host') {
    if (process.platform === 'win32') return off('Commands are off: they need bash.');
    const ground = await makeGround(limits, usesControlGroups);
    onMade(ground);
    return on(mode, ground);
  }
  const missing = await findMissing(outerPath);
  if (missing !== null) return off(missing);
  let ground = await makeGround(limits, usesControlGroups);
  onMade(ground);
  if (ground.folder.filter === null) {
    return off(`Commands are off: the sandbox does not support this processor (${process.arch}).`);
  }
  let result = await runSelfTest({ ...ground, outerPath, limits, rules });
  if (!result.isConfined && result.breach === null && ground.groups !== null) {
    // Groups can be created here but not entered: memory is only watched.
    ground = { ...ground, groups: null };
    onMade(ground);
    result = await runSelfTest({ ...ground, outerPath, limits, rules });
  }
  if (result.isConfined) return on('bwrap', ground);
  if (result.breach === null) return off(await explainRefusal(result.complaint));
  return off(
    `Commands are off: the sandbox is not safe on this system. A program inside it ${result.breach}.`,
  );
}

const off = (reason: string): CommandStatus => ({ mode: 'off', reason, memory: null, memoryReason: null });

function on(mode: 'bwrap' | 'unsafe-host', { groups }: Ground): CommandStatus {
  if (groups !== null) return { mode, reason: null, memory: 'control group', memoryReason: null };
  return process.platform === 'linux'
    ? { mode, reason: null, memory: 'watched', memoryReason: noGroups }
    : {
        mode,
        reason: null,
        memory: null,
        memoryReason: 'Nothing bounds the memory of commands on this system.',
      };
}

const noGroups =
  'The kernel does not bound the memory of commands here, since this server may not make control groups: Vitrine measures it instead. To change that, run the server as root, or give its user a control group with the memory and pids controllers.';
