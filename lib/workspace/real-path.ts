import { realpathSync } from 'node:fs';

/** The real path; the path itself if it does not exist. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(/* turbopackIgnore: true */ path);
  } catch {
    // It is gone, or a link to a missing target.
    return path;
  }
}
