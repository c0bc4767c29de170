import type { StopCause } from '../commands.ts';
import type { CommandLimits } from './command-limits.ts';
import type { ControlGroup } from './control-group.ts';
import { measureBuffers, measureSockets } from './kernel-memory.ts';
import { measureFolders } from './memory-folders.ts';
import { measureMemory } from './memory-use.ts';
import { hasSharedMapping, readSharedMemory } from './shared-memory.ts';

export interface WatchedMemory {
  limits: CommandLimits;
  group: ControlGroup | null;
  isConfined: boolean;
}

/**
 * Measures the memory of a command's processes. With a control group the kernel counts all of it; without
 * one, memory that is not shown for any process is searched for here.
 * @returns a check that gets the command's present processes and returns the limit they exceeded, if any
 */
export function watchMemory({ limits, group, isConfined }: WatchedMemory) {
  const maxBytes = limits.commandMemoryBytes;
  const sharedAtStart = readSharedMemory();

  /** Bytes that are not counted as memory of its processes. */
  async function measureOutside(pids: readonly number[], folderBytes: number): Promise<number> {
    if (!isConfined) return 0;
    if (group === null) return folderBytes + (await measureBuffers(pids));
    return group.countsSockets ? 0 : await measureSockets(pids);
  }

  /** Other programs on this machine share memory too, so growth alone is no evidence. */
  async function hidesSharedMemory(pids: readonly number[]): Promise<boolean> {
    const grown = (await readSharedMemory()) - (await sharedAtStart);
    return grown > maxBytes && (await hasSharedMapping(pids));
  }

  return async (pids: readonly number[]): Promise<StopCause | null> => {
    const folders = isConfined ? await measureFolders(pids) : { files: 0, bytes: 0 };
    if (folders.files > limits.workspaceGrowthFiles) return 'files';
    const remaining = maxBytes - (await measureOutside(pids, folders.bytes));
    if (remaining < 0 || (await measureMemory(pids, remaining)) > remaining) return 'memory';
    return group === null && (await hidesSharedMemory(pids)) ? 'memory' : null;
  };
}
