import { randomUUID } from 'node:crypto';
import { access, copyFile, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';
import { makeOwnDevices } from './own-devices.ts';
import { buildSeccompFilter } from './seccomp-filter.ts';

/**
 * A private folder with the files every sandbox is built from. A command sees no more of it than is bound
 * into its sandbox.
 */
export interface SandboxFolder {
  path: string;
  /** The seccomp program; `null` if there is none for this processor. */
  filter: string | null;
  /**
   * `/etc` inside the sandbox, except for what is bound over it from the machine's: fewer mounts start
   * faster.
   */
  etc: string;
  /** Paths that are bound from the machine's `/etc`. */
  sharedEtc: readonly string[];
  /** Device files that commands cannot take from others, for a server that runs as root; else `null`. */
  devices: string | null;
  /** A path for a file that is removed with the folder. */
  newPath(): string;
  /** Writes a file that is removed with the folder, unless it exists. @returns its path */
  add(content: string): Promise<string>;
  remove(): Promise<void>;
}

const etcFiles = {
  // The content of hidden files.
  hidden: '',
  passwd:
    'agent:x:1000:1000:agent:/tmp:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n',
  group: 'agent:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
  // The machine's lies over it where a program has its network.
  'resolv.conf': '',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  // Lowest precedence in git: a repository's own settings override these.
  gitconfig: '[user]\n\tname = agent\n\temail = agent@sandbox\n[safe]\n\tdirectory = *\n',
};

/** The name identifies the owner, so that the next server removes the folders of killed ones. */
const prefix = 'vitrine-sandbox-';

export async function createSandboxFolder(architecture: string = process.arch): Promise<SandboxFolder> {
  await removeLeftFolders();
  const path = await realpath(await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)));
  const etc = join(path, 'etc');
  const sharedEtc = await makeEtc(etc);
  const filter = buildSeccompFilter(architecture);
  if (filter !== null) await writeFile(join(path, 'filter'), filter);
  const newPath = () => join(path, randomUUID());
  return {
    path,
    newPath,
    filter: filter === null ? null : join(path, 'filter'),
    etc,
    sharedEtc,
    devices: await makeOwnDevices(path),
    async add(content) {
      const file = newPath();
      await writeFile(file, content, { mode: 0o600 });
      return file;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Library paths, certificates and alternatives are the machine's. */
const machineEtc = ['alternatives', 'ssl/certs', 'ld.so.cache'];

async function makeEtc(etc: string): Promise<string[]> {
  await mkdir(etc, { mode: 0o755 });
  for (const [name, content] of Object.entries(etcFiles)) await writeFile(join(etc, name), content);
  // Missing: the time zone is UTC.
  await copyFile('/etc/localtime', join(etc, 'localtime')).catch(() => {});
  const shared: string[] = [];
  for (const name of machineEtc) {
    const stats = await stat(join('/etc', name)).catch(() => null);
    if (stats === null) continue;
    const location = join(/* turbopackIgnore: true */ etc, name);
    if (stats.isDirectory()) await mkdir(location, { recursive: true });
    else await writeFile(location, '');
    shared.push(name);
  }
  return shared;
}

/** Whether the folder is complete: systems clean up old files in their temporary folder. */
export async function isIntact({ etc, filter, devices }: SandboxFolder): Promise<boolean> {
  const files = [
    ...(filter === null ? [] : [filter]),
    ...(devices === null ? [] : [devices]),
    ...Object.keys(etcFiles).map((name) => join(etc, name)),
  ];
  try {
    await Promise.all(files.map((file) => access(file)));
    return true;
  } catch {
    return false;
  }
}

async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((name) => name.startsWith(prefix))) {
    const pid = Number(/^\d+(?=-)/.exec(name.slice(prefix.length))?.[0] ?? 0);
    if (pid > 0 && !isAlive(pid))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
