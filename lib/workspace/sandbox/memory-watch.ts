import type { StopCause } from '../commands.ts';
import type { CommandLimits } from './command-limits.ts';
import type { ControlGroup } from './control-group.ts';
import { measureBuffers, measureSockets } from './kernel-memory.ts';
import { measureFolders } from './memory-folders.ts';
import { measureMemory } from './memory-use.ts';
import { listFirstProcesses, listProcesses } from './process-tree.ts';
import { hasSharedMapping, readSharedMemory } from './shared-memory.ts';

export interface WatchedMemory {
  /** The first process of the command. */
  pid: number;
  limits: CommandLimits;
  group: ControlGroup | null;
  isConfined: boolean;
}

/** @returns a check of which limit the command's processes exceed now, if any */
export const watchMemory = (command: WatchedMemory): (() => Promise<StopCause | null>) =>
  command.group === null ? watchProcesses(command) : watchGroup(command, command.group);

/**
 * The kernel bounds the memory and the number of the processes, so they are not inspected one by one: for a fork bomb that
 * would take most of the server's CPU time.
 */
function watchGroup({ pid, limits, isConfined }: WatchedMemory, group: ControlGroup) {
  const maxBytes = limits.commandMemoryBytes;
  return async (): Promise<StopCause | null> => {
    // The kernel kills one process of several: the rest of the command would not do what was asked.
    if (await group.hasRunOutOfMemory()) return 'memory';
    if (!isConfined) return null;
    const first = await listFirstProcesses(pid);
    const { files } = await measureFolders(first);
    if (files > limits.workspaceGrowthFiles) return 'files';
    if (group.usedBytes === null) return null;
    const [used, sockets] = await Promise.all([group.usedBytes(), measureSockets(first)]);
    return used + sockets > maxBytes ? 'memory' : null;
  };
}

/** Without a control group, memory that is not shown for any process is searched for, too. */
function watchProcesses({ pid, limits, isConfined }: WatchedMemory) {
  const maxBytes = limits.commandMemoryBytes;
  const sharedAtStart = readSharedMemory();

  /** Other programs on this machine share memory too, so growth alone is no evidence. */
  async function hidesSharedMemory(pids: readonly number[]): Promise<boolean> {
    const grown = (await readSharedMemory()) - (await sharedAtStart);
    return grown > maxBytes && (await hasSharedMapping(pids));
  }

  return async (): Promise<StopCause | null> => {
    const pids = await listProcesses(pid);
    if (pids.length > limits.commandProcesses + ownProcesses) return 'processes';
    const folders = isConfined ? await measureFolders(pids) : { files: 0, bytes: 0 };
    if (folders.files > limits.workspaceGrowthFiles) return 'files';
    const outside = isConfined ? folders.bytes + (await measureBuffers(pids)) : 0;
    const remaining = maxBytes - outside;
    if (remaining < 0 || (await measureMemory(pids, remaining)) > remaining) return 'memory';
    return (await hidesSharedMemory(pids)) ? 'memory' : null;
  };
}

/** Processes that build the sandbox and stay around it. */
const ownProcesses = 4;
