import type { Place } from './place.ts';
import type { TestFailure } from './test-failure.ts';

/**
 * The folder that all absolute paths of a run share, with its `/`: named in full with the first, it need not be said again. Empty
 * where there is none, or where it would take more than a folder's name from none of them.
 */
export function commonRoot(failures: readonly TestFailure[]): string {
  const paths = failures
    .flatMap(({ test, raised }) => [test, raised])
    .flatMap((place) => (place?.path.startsWith('/') ? [place.path] : []));
  return paths.reduce((root, path) => sharedFolder(root, path), folderOf(paths[0] ?? ''));
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

function sharedFolder(root: string, path: string): string {
  if (path.startsWith(root)) return root;
  let length = 0;
  while (length < root.length && root[length] === path[length]) length += 1;
  return folderOf(root.slice(0, length));
}

export const belowRoot = (failure: TestFailure, root: string): TestFailure =>
  root.length < 2
    ? failure
    : { ...failure, test: placeBelow(failure.test, root), raised: placeBelow(failure.raised, root) };

const placeBelow = (place: Place | null, root: string): Place | null =>
  place?.path.startsWith(root) ? { ...place, path: place.path.slice(root.length) } : place;
