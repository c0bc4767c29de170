import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A service of docker-compose.yml that is built here, as far as its rights and settings go. */
export interface ComposeService {
  profiles: string[];
  env_file: { path: string; required: boolean }[];
  security_opt: string[];
  cap_drop: string[];
  read_only: boolean;
  tmpfs: string[];
  stop_grace_period: string;
  environment: Record<string, string | number>;
  ports?: string[];
  volumes: string[];
}

/** By name, without Redis; merged keys are resolved, variables are not. */
export function readComposeServices(): Record<string, ComposeService> {
  const { redis, ...others } = parse(read('docker-compose.yml'), { merge: true }).services;
  return others;
}

export interface ContainerImage {
  userId: number;
  variables: Record<string, string>;
  /** Where its program starts. */
  workingFolder: string;
  /** Folders that belong to its user. */
  ownFolders: string[];
}

/** What the Dockerfile makes of the image that runs. */
export function readContainerImage(): ContainerImage {
  const run =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const lastOf = (instruction: string) =>
    [...run.matchAll(new RegExp(`^${instruction} (\\S+)$`, 'gm'))].at(-1)?.[1] ?? '';
  const [, userId] = new RegExp(`useradd --uid (\\d+) .*${lastOf('USER') || '$^'}`).exec(run) ?? [];
  return {
    userId: Number(userId ?? 0),
    variables: Object.fromEntries(
      [...run.matchAll(/^ENV (.+)$/gm)].flatMap(([, words = '']) =>
        [...words.matchAll(/(\w+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    ),
    workingFolder: lastOf('WORKDIR'),
    ownFolders: [...run.matchAll(/chown vitrine ((?:[\w./-]+ ?)+)/g)].flatMap(([, paths = '']) =>
      paths.trim().split(' '),
    ),
  };
}

/** The rights of a container, as what stands in for an engine in a test needs them. */
export function readContainerRights(name: string) {
  const service = readComposeServices()[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  const [, seccompFile] = /^seccomp=(.+)$/m.exec(service.security_opt.join('\n')) ?? [];
  if (seccompFile === undefined) throw new Error(`${name} has no list of system calls`);
  return {
    userId: readContainerImage().userId,
    seccompFile: join(root, seccompFile),
    isRootReadOnly: service.read_only,
    tmpfs: service.tmpfs.map((entry) => entry.split(':')[0] ?? ''),
  };
}
