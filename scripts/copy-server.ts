import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What a server does not read, or what npm does not pack. */
const leftOut = /^(?:cache|node_modules)(?:\/|$)|\.(?:map|nft\.json)$/;

/** Copies the built server without the packages that npm installs beside it. `built-server.ts` finds it there. */
export function copyServer(root: string, to: string): void {
  const from = join(root, '.next', 'standalone');
  const pages = join(from, '.next');
  mkdirSync(to, { recursive: true });
  cpSync(pages, join(to, '.next'), {
    recursive: true,
    filter: (path) => !leftOut.test(relative(pages, path)),
  });
  cpSync(join(from, 'server.js'), join(to, 'server.js'));
  cpSync(join(from, 'node_modules', '@vitrine', 'lib'), join(to, 'lib'), { recursive: true });
  writeFileSync(join(to, 'package.json'), '{ "type": "module" }\n');
}
