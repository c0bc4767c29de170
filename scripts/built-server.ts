import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The folder of package.json: of a checkout, an image, or an installed package. */
const root = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

/** What npm packs of a build: it leaves out every folder `node_modules`. */
const packed = join(root, 'dist', 'server');

const standalone = join(root, '.next', 'standalone');

/** A checkout that was packed may have a `dist` as well. */
const isPacked = !existsSync(join(root, 'app')) && existsSync(packed);

export const serverFile: string = join(isPacked ? packed : standalone, 'server.js');

/** Next’s name for what was built. */
export const readBuildName = (): string =>
  readFileSync(join(dirname(serverFile), '.next', 'BUILD_ID'), 'utf8').trim();

export const compileCacheDir: string = join(root, '.next', 'compile-cache');

/** The path of `lib` in the built server. */
export const builtLib: string = isPacked
  ? join(packed, 'lib')
  : join(standalone, 'node_modules', '@vitrine', 'lib');

/** As Next names packages that it leaves alone, in a folder that npm does not pack. */
const hashedName = /^((?:@[^/:]+\/)?[^/:.][^/:]*)-[0-9a-f]{16}(?=\/|$)/;
const moduleOfLib = /^@vitrine\/lib\/(.+)\.ts$/;

/** The package that is meant; a path or an address stays, whatever its folders are called. */
export const withoutHash = (specifier: string): string => specifier.replace(hashedName, '$1');

/** In an installed package, has Node find what the server imports: our `lib`, and packages that npm installed. */
export function resolvePacked(): void {
  if (!isPacked) return;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const name = withoutHash(specifier);
      const [, path] = moduleOfLib.exec(name) ?? [];
      if (path === undefined) return nextResolve(name, context);
      return { url: pathToFileURL(join(builtLib, `${path}.js`)).href, format: 'module', shortCircuit: true };
    },
  });
}
