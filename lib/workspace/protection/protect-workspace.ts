import { configFileName } from '#lib/core/vocabulary/config-file-name.ts';
import { ownCodeIn } from '../own-code.ts';
import type { FileSecretNames } from '../secret-names.ts';
import { WorkspaceError } from '../workspace-error.ts';
import type { WorkspaceRootRules } from '../workspace-root.ts';
import { gitMarkers } from './git-directory.ts';
import type { MountPlan, WorkspaceMount } from './mount-plan.ts';
import { createPlaceholder, type Placeholder } from './placeholders.ts';
import { protectGit } from './protect-git.ts';
import { createProtection, protectPath } from './protection.ts';
import { scanWorkspace, type WantedNames, type WorkspaceScan } from './scan-workspace.ts';

export interface ProtectionNeeds {
  rules: WorkspaceRootRules;
  maxMounts: number;
  /** For a script of the server itself: repositories stay writable. */
  isTrusted: boolean;
  /**
   * Called with the placeholders before the first is created, since some may exist when another cannot be
   * created.
   */
  record(placeholders: readonly Placeholder[]): void;
  signal: AbortSignal;
}

/**
 * Finds the parts of a workspace that its commands must not see, or not change, and creates placeholders for
 * missing ones. Nothing may be moved in the workspace meanwhile.
 * @throws WorkspaceError `unavailable` if something cannot be protected
 */
export async function protectWorkspace(
  root: string,
  { rules: { secretNames, configFile }, maxMounts, isTrusted, record, signal }: ProtectionNeeds,
): Promise<WorkspaceMount[]> {
  const protection = createProtection(root);
  const { mounts, placeholders } = protection;
  const scan = await scanWorkspace(root, wantedNames(secretNames), signal);
  for (const path of ownCodeIn(root)) mounts.pin(path, 'close');
  hideSecrets(mounts, scan, secretNames);
  for (const { path, kind } of scan.entries)
    if (path.at(-1) === configFileName && kind === 'file') mounts.pin(path, 'close');
  if (configFile !== null) await protectPath(protection, configFile, 'folder');
  if (!isTrusted) await protectGit(protection, scan.entries, signal);
  if (mounts.list().length > maxMounts) {
    throw new WorkspaceError(
      'unavailable',
      `Commands do not run: more than ${maxMounts} files of the workspace would have to be hidden or protected`,
    );
  }
  record(placeholders);
  for (const placeholder of placeholders)
    if (!(await createPlaceholder(root, placeholder))) mounts.remove(placeholder.path);
  return mounts.list();
}

const wantedNames = (secretNames: FileSecretNames): WantedNames => {
  const exact = [...gitMarkers, configFileName];
  return {
    patterns: [...secretNames.patterns, ...exact],
    matches: (name) => secretNames.matches(name) || exact.includes(name),
  };
};

/** Hides secrets, unreadable folders, and sockets, through which a command could talk to programs outside. */
function hideSecrets(
  mounts: MountPlan,
  { entries, unreadableFolders }: WorkspaceScan,
  names: FileSecretNames,
): void {
  for (const path of unreadableFolders) mounts.add(path, 'hideFolder');
  for (const { path, kind } of entries) {
    const isSecret = names.matches(path.at(-1) ?? '');
    if (kind === 'folder' && isSecret) mounts.add(path, 'hideFolder');
    // A link needs no mount: its target either has an entry of its own, or is not in the sandbox.
    else if (kind === 'file' && isSecret) mounts.add(path, 'hideFile');
    else if (kind === 'socket') mounts.add(path, 'hideSocket');
  }
}
