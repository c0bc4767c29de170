import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withoutHash } from './built-server.ts';

/** What a server does not read, or what npm does not pack. */
const leftOut = /^(?:cache|node_modules)(?:\/|$)|\.(?:map|nft\.json)$/;

/** Files that name the folder in which they were built; only a build reads that setting. */
const namingRoot = ['server.js', '.next/required-server-files.json'];

/** Copies the built server without the packages that npm installs beside it. `built-server.ts` finds it there. */
export function copyServer(root: string, to: string): void {
  const from = join(root, '.next', 'standalone');
  const pages = join(from, '.next');
  requireInstalled(root, pages);
  mkdirSync(to, { recursive: true });
  cpSync(pages, join(to, '.next'), {
    recursive: true,
    filter: (path) => !leftOut.test(relative(pages, path)),
  });
  cpSync(join(from, 'server.js'), join(to, 'server.js'));
  cpSync(join(from, 'node_modules', '@vitrine', 'lib'), join(to, 'lib'), { recursive: true });
  writeFileSync(join(to, 'package.json'), '{ "type": "module" }\n');
  for (const file of namingRoot) {
    const path = join(to, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(JSON.stringify(root), '"."'));
  }
}

/**
 * What Next named by a hash is found by its own name when npm installs it with this package.
 * @throws for anything else
 */
function requireInstalled(root: string, pages: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const known = ['@vitrine/lib', ...Object.keys(dependencies)];
  for (const hashed of globSync(['[!@]*', '@*/*'], { cwd: join(pages, 'node_modules') })) {
    const name = withoutHash(hashed);
    if (name === hashed || !known.includes(name))
      throw new Error(`Nobody installs what the server needs: ${hashed}`);
  }
}
