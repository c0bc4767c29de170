import { relative, sep } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { realPathOf } from './real-path.ts';

/**
 * The folders of a workspace, as components, from which this server runs its own code: it may be started on
 * its own source. Code written there would run outside any sandbox, so neither tools nor commands may change
 * them.
 */
export function ownCodeIn(root: string): string[][] {
  const found = [process.execPath, rgPath, process.cwd()].flatMap((path) => {
    const components = relative(root, realPathOf(path)).split(sep);
    const length = codeFolderLength(components);
    return components[0] === '..' || length === 0 ? [] : [components.slice(0, length)];
  });
  return [...new Map(found.map((components) => [components.join('/'), components])).values()];
}

/** How many leading components name the build, or the package, that contains the path; 0: neither. */
function codeFolderLength(components: readonly string[]): number {
  const build = components.indexOf('.next');
  if (build !== -1) return build + 1;
  const packages = components.lastIndexOf('node_modules');
  if (packages === -1) return 0;
  return packages + (components[packages + 1]?.startsWith('@') ? 3 : 2);
}
