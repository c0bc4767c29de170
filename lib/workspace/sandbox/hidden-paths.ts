import { ownCodeIn } from '../own-code.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { hasSecretName, isSecretName } from '../workspace-path.ts';
import type { CommandLimits } from './command-limits.ts';
import { type Repository, readRepository } from './repository.ts';
import { listSecretPaths } from './secret-paths.ts';

/** What of a workspace its commands do not see, or may not change. Paths relative to it. */
export interface HiddenPaths {
  secretFiles: string[];
  /** And folders that cannot be looked into. */
  secretFolders: string[];
  /** The repository in its root, if `.git` is a folder. */
  repository: Repository | null;
  /** Read-only, as components: what the server runs from. The folders they lie in must stay where they are too. */
  ownCode: string[][];
}

/**
 * Looks for secrets at any depth, ignored files and the insides of packages too.
 * @throws WorkspaceError where one could not be hidden
 */
export async function findHiddenPaths(
  root: string,
  limits: CommandLimits,
  signal: AbortSignal,
): Promise<HiddenPaths> {
  const [secrets, repository] = await Promise.all([findSecrets(root, limits, signal), readRepository(root)]);
  return { ...secrets, repository, ownCode: ownCodeIn(root) };
}

async function findSecrets(root: string, limits: CommandLimits, signal: AbortSignal) {
  const found = await listSecretPaths(root, signal);
  const files = new Set<string>();
  const folders = new Set(found.closedFolders.map(nameText));
  for (const bytes of found.files) {
    if (!hasSecretName(Buffer.from(bytes).toString())) continue;
    const components = nameText(bytes).split('/');
    const place = components.findIndex(isSecretName);
    const isFolder = place < components.length - 1;
    (isFolder ? folders : files).add(components.slice(0, place + 1).join('/'));
  }
  if (files.size + folders.size > limits.commandHiddenPaths) {
    throw new WorkspaceError(
      'unavailable',
      `Commands do not run: the workspace holds more than ${limits.commandHiddenPaths} .env files to hide`,
    );
  }
  return { secretFiles: [...files], secretFolders: [...folders] };
}

/** A name that is no text cannot be given to the sandbox to hide. */
function nameText(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString();
  if (Buffer.from(text).equals(bytes)) return text;
  throw new WorkspaceError(
    'unavailable',
    `Commands do not run: what is to be hidden lies below a name that is not UTF-8: ${text}`,
  );
}
