import type { SourceLocation } from './source-location.ts';
import type { TestFailure } from './test-failure.ts';

/**
 * The folder, with its trailing `/`, that all absolute paths of a run share, but never below the project root
 * where that can be inferred. The first path names it in full, so the others omit it. Empty when there is
 * none, or when the first path does not contain it.
 */
export function commonRoot(failures: readonly TestFailure[]): string {
  const [first] = failures;
  if (!first?.test?.path.startsWith('/') && !first?.raised?.path.startsWith('/')) return '';
  const paths = failures
    .flatMap(({ test, raised }) => [test, raised])
    .flatMap((location) => (location?.path.startsWith('/') ? [location.path] : []));
  return aboveKnown(paths.reduce((root, path) => sharedFolder(root, path), folderOf(paths[0] ?? '')));
}

/** Folders that usually lie directly in the project root. */
const known = /\/(?:src|lib|app|packages|tests?|specs?|t|__tests__|e2e|unit)\//;

const aboveKnown = (root: string): string => {
  const index = root.search(known);
  return index === -1 ? root : root.slice(0, index + 1);
};

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
    : { ...failure, test: locationBelow(failure.test, root), raised: locationBelow(failure.raised, root) };

/** The first failure's test is named by its full path; its origin is shortened relative to `root`. */
export const withOriginBelow = (failure: TestFailure, root: string): TestFailure =>
  root.length > 1 && failure.test?.path.startsWith(root)
    ? { ...failure, raised: locationBelow(failure.raised, root) }
    : failure;

const locationBelow = (location: SourceLocation | null, root: string): SourceLocation | null =>
  location?.path.startsWith(root) ? { ...location, path: location.path.slice(root.length) } : location;
