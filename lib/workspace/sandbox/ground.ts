import type { CommandLimits } from './command-limits.ts';
import { type ControlGroups, findControlGroups, removeStrayGroups } from './control-group.ts';
import { bindNode } from './node-binding.ts';
import { createPipes, type Pipes } from './pipes.ts';
import type { NodeBinding } from './sandbox-arguments.ts';
import { createSandboxFolder, isIntact, type SandboxFolder } from './sandbox-folder.ts';

/** Shared resources for starting commands, created at the first check. */
export interface Ground {
  folder: SandboxFolder;
  pipes: Pipes;
  node: NodeBinding;
  /** `null` if control groups cannot be used: memory is then only watched. */
  groups: ControlGroups | null;
}

export async function makeGround(limits: CommandLimits, usesControlGroups: boolean): Promise<Ground> {
  const groups = usesControlGroups ? await tryGroups(limits) : null;
  return { ...(await makeFolder()), node: await bindNode(), groups };
}

/** Recreates the files of the ground if the system has cleaned them up. */
export async function renewGround(ground: Ground): Promise<Ground> {
  if (await isIntact(ground.folder)) return ground;
  await ground.folder.remove();
  return { ...ground, ...(await makeFolder()) };
}

async function makeFolder(): Promise<Pick<Ground, 'folder' | 'pipes'>> {
  const folder = await createSandboxFolder();
  return { folder, pipes: createPipes(folder.path) };
}

async function tryGroups(limits: CommandLimits): Promise<ControlGroups | null> {
  try {
    const groups = await findControlGroups();
    if (groups === null) return null;
    const group = await groups(limits);
    await removeStrayGroups(group);
    await group.remove();
    return groups;
  } catch {
    // Read-only, or owned by somebody else, which is usual.
    return null;
  }
}
