import { realpathSync } from 'node:fs';

/** Where a path leads; itself where it leads nowhere. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(/* turbopackIgnore: true */ path);
  } catch {
    // Gone, or a link to what is not there.
    return path;
  }
}
