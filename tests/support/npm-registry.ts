import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tempFolder, writeFiles } from './temp-folder.ts';

export interface NpmRegistry {
  url: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** The lock file of a project that needs the package. */
  lock: object;
  close(): void;
}

/** An npm registry on loopback with one package, which has one program of the same name. */
/** @param hostName under which it is asked */
export async function startNpmRegistry(
  name: string,
  program: string,
  hostName = '127.0.0.1',
): Promise<NpmRegistry> {
  const version = '1.2.3';
  const manifest = { name, version, bin: { [name]: 'main.mjs' } };
  const folder = tempFolder();
  writeFiles(folder, { 'package/package.json': JSON.stringify(manifest), 'package/main.mjs': program });
  execFileSync('tar', ['czf', 'package.tgz', 'package'], { cwd: folder });
  const tarball = readFileSync(join(folder, 'package.tgz'));
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const asked: string[] = [];
  const server = createServer(({ url: path = '' }, response) => {
    asked.push(path);
    if (path === `/${name}`) {
      const dist = { tarball: `${url}/${name}.tgz`, integrity };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: version },
          versions: { [version]: { ...manifest, dist } },
        }),
      );
    } else if (path === `/${name}.tgz`) response.end(tarball);
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://${hostName}:${(server.address() as AddressInfo).port}`;
  const lock = {
    name: 'project',
    lockfileVersion: 3,
    packages: {
      '': { name: 'project', dependencies: { [name]: version } },
      [`node_modules/${name}`]: { version, resolved: `${url}/${name}.tgz`, integrity, bin: manifest.bin },
    },
  };
  return { url, asked, lock, close: () => server.close() };
}
