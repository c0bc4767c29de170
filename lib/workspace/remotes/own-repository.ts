import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import type { GitCredential } from '#lib/core/vocabulary/git-remote.ts';
import { removeFolder } from '../clones/remove-folder.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { type GitEnd, type GitRun, runGit } from './run-git.ts';

/** The history of a copy, as far as the server's own repository needs it. */
export interface CopyHistory<Written> {
  /** Writes a commit with its history, as one pack, to this new file. */
  writePack(path: string): Promise<Written>;
  /** Commits whose parents are missing, as git lists them; `null`: none. */
  shallow: string | null;
}

/** Another server, and how to sign in there. */
export interface RemoteAccess {
  url: string;
  branch: string;
  /** `null`: without signing in. */
  credential: GitCredential | null;
  signal: AbortSignal;
}

type Words = readonly string[];

export interface OwnRepository {
  /** Path of a file beside the repository, which goes with it. */
  pathOf(name: string): string;
  /** Path within the repository. */
  inRepository(name: string): string;
  /** @throws WorkspaceError `unavailable` if git fails */
  git(words: Words, files?: Pick<GitRun, 'input' | 'output'>): Promise<void>;
  /** What git prints, without the end of its last line. @throws WorkspaceError as `git` does */
  read(words: Words, settings?: GitRun['settings']): Promise<string>;
  /** Speaks with the other server, whether that goes well or not. */
  ask(words: Words): Promise<GitEnd>;
}

/**
 * Makes a repository of the server's own with the history of a copy. Only there git speaks with other servers: no command
 * ever sees the token, and nothing that an agent wrote decides what happens. It is removed afterwards.
 * @param folder where it is made
 */
export async function withOwnRepository<Written, Done>(
  folder: string,
  { writePack, shallow }: CopyHistory<Written>,
  { url, credential, signal }: RemoteAccess,
  work: (own: OwnRepository, written: Written) => Promise<Done>,
): Promise<Done> {
  const root = join(/* turbopackIgnore: true */ folder, randomBytes(12).toString('hex'));
  const pathOf = (name: string) => join(/* turbopackIgnore: true */ root, name);
  const repository = pathOf('repository');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await removeOld(folder);
  const base = {
    folder: repository,
    signal,
    memoryBytes: limits.cloneMemoryBytes,
    fileBytes: limits.cloneBytes,
    timeoutMs: limits.pushSeconds * 1_000,
  };
  const own: OwnRepository = {
    pathOf,
    inRepository: (name) => join(/* turbopackIgnore: true */ repository, name),
    git: (words, files = { input: null }) => expectGit({ ...base, ...files, words }),
    async read(words, settings = []) {
      const output = await open(/* turbopackIgnore: true */ pathOf('output'), 'w+', 0o600);
      try {
        await expectGit({ ...base, words, settings, input: null, output: output.fd });
        return (await readFile(/* turbopackIgnore: true */ pathOf('output'), 'utf8')).trimEnd();
      } finally {
        await output.close();
      }
    },
    ask(words) {
      const { origin, protocol } = new URL(url);
      const settings: [string, string][] =
        credential === null ? [] : [[`http.${origin}/.extraHeader`, authorization(credential)]];
      return runGit({ ...base, words, input: null, protocol: protocol.replace(':', ''), settings });
    },
  };
  try {
    await own.git(['init', '--quiet', '--bare', '--template=']);
    const written = await writePack(pathOf('pack'));
    if (shallow !== null) await writeFile(own.inRepository('shallow'), shallow);
    const pack = await open(/* turbopackIgnore: true */ pathOf('pack'), 'r');
    try {
      await own.git(['index-pack', '--stdin', '--strict'], { input: pack.fd });
    } finally {
      await pack.close();
    }
    return await work(own, written);
  } finally {
    await removeFolder(root);
  }
}

/** Longer than all of its steps may take together. */
const oldMs = 60 * 60_000;

/** What a server left that ended meanwhile. */
async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(/* turbopackIgnore: true */ folder)) {
    const path = join(/* turbopackIgnore: true */ folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && Date.now() - stats.mtimeMs > oldMs) await removeFolder(path).catch(() => {});
  }
}

const authorization = ({ user, token }: GitCredential): string =>
  `Authorization: Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

async function expectGit(run: GitRun): Promise<void> {
  const { exitCode, stderr } = await runGit(run);
  if (exitCode === 0) return;
  if (exitCode === 127) throw new WorkspaceError('unavailable', 'Git is not installed on this server');
  const message = stderr.split('\n').find((line) => /^(fatal|error):/.test(line)) ?? `exit ${exitCode}`;
  throw new WorkspaceError('unavailable', `Git failed: ${message.slice(0, 300)}`);
}
