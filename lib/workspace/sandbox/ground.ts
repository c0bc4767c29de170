import type { CommandLimits } from './command-limits.ts';
import { type ControlGroups, findControlGroups, removeStrayGroups } from './control-group.ts';
import { bindNode } from './node-binding.ts';
import { createPipes, type Pipes } from './pipes.ts';
import type { NodeBinding } from './sandbox-arguments.ts';
import { createSandboxFolder, isIntact, type SandboxFolder } from './sandbox-folder.ts';

/** What commands are started with, made at the first look. */
export interface Ground {
  folder: SandboxFolder;
  pipes: Pipes;
  node: NodeBinding;
  /** `null` where the kernel's groups cannot be used: the watch of memory then stands alone. */
  groups: ControlGroups | null;
}

export async function makeGround(limits: CommandLimits, usesControlGroups: boolean): Promise<Ground> {
  const groups = usesControlGroups ? await tryGroups(limits) : null;
  return { ...(await makeFolder()), node: await bindNode(), groups };
}

/** The same ground, its files made anew where the system has tidied them up. */
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
    // Read-only, or of somebody else: usual.
    return null;
  }
}
