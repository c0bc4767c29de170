import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { rgPath } from '@vscode/ripgrep';

/** What a package manager and a build fill with code that is run as it lies there. */
const codeFolders = ['node_modules', '.next'];

/**
 * The folders of a workspace, as components, that this very server runs programs from: it may be started on its own
 * source. Who could write there would run code outside of any sandbox, so neither tools nor commands change them.
 */
export function ownCodeIn(root: string): string[][] {
  const found = [process.execPath, rgPath, process.cwd()].flatMap((path) => {
    const components = relative(root, realPath(path)).split(sep);
    const place = components.findIndex((name) => codeFolders.includes(name));
    return components[0] === '..' || place === -1 ? [] : [components.slice(0, place + 1)];
  });
  return [...new Map(found.map((components) => [components.join('/'), components])).values()];
}

function realPath(path: string): string {
  try {
    return realpathSync(/* turbopackIgnore: true */ path);
  } catch {
    // Gone since the server started: nothing to write to.
    return path;
  }
}
