import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A path that means an open file or folder itself, whatever its name is given to meanwhile. Systems without `/proc` have
 * only the name: best effort.
 */
export const descriptorPath = (handle: FileHandle, root: string, components: readonly string[]): string =>
  process.platform === 'linux' ? `/proc/${process.pid}/fd/${handle.fd}` : join(root, ...components);
