import { relative, sep } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { realPathOf } from './real-path.ts';

/**
 * The folders of a workspace, as components, from which this server runs its own code: it may be started on
 * its own source, or be installed there. Code written there would run outside any sandbox, so neither tools nor
 * commands may change them.
 * @param serverFolder the one that the server is in: it changes into it when it starts
 */
export function ownCodeIn(root: string, serverFolder: string = process.cwd()): string[][] {
  const found = [
    ...folderIn(root, process.execPath, packageLength),
    ...folderIn(root, rgPath, packageLength),
    ...folderIn(root, serverFolder, serverLength),
  ];
  return [...new Map(found.map((components) => [components.join('/'), components])).values()];
}

/** None, or one. */
function folderIn(
  root: string,
  path: string,
  lengthOf: (components: readonly string[]) => number,
): string[][] {
  const components = relative(root, realPathOf(path)).split(sep);
  const length = components[0] === '..' ? 0 : lengthOf(components);
  return length === 0 ? [] : [components.slice(0, length)];
}

/**
 * How many leading components name the build; where the server is installed, that is all that was installed with it,
 * since it imports from there; 0: neither.
 */
const serverLength = (components: readonly string[]): number =>
  components.indexOf('.next') + 1 || components.indexOf('node_modules') + 1;

/** How many leading components name the package, or the build, that contains the path; 0: neither. */
function packageLength(components: readonly string[]): number {
  const build = components.indexOf('.next');
  if (build !== -1) return build + 1;
  const packages = components.lastIndexOf('node_modules');
  if (packages === -1) return 0;
  return packages + (components[packages + 1]?.startsWith('@') ? 3 : 2);
}
