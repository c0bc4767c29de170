import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A path that refers to an open file or folder itself, even if its name is reassigned meanwhile. Systems
 * without `/proc` only have the name: best effort.
 */
export const descriptorPath = (handle: FileHandle, root: string, components: readonly string[]): string =>
  process.platform === 'linux' ? `/proc/${process.pid}/fd/${handle.fd}` : join(root, ...components);
