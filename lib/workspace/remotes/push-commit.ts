import { randomBytes } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import type { GitCredential } from '#lib/core/vocabulary/git-remote.ts';
import { removeFolder } from '../clones/remove-folder.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { type GitRun, runGit } from './run-git.ts';

export interface PushRequest {
  /** Writes the commit with its history, as one pack, to this new file. */
  writePack(path: string): Promise<void>;
  /** Commits whose parents are missing, as git lists them; `null`: none. */
  shallow: string | null;
  commit: string;
  url: string;
  branch: string;
  credential: GitCredential | null;
  signal: AbortSignal;
}

/**
 * Pushes a commit to a branch of another server, never with force. The token is sent by git outside the sandbox, from a
 * repository of the server's own that is removed afterwards: no command ever sees it.
 * @param folder where that repository is made
 * @throws WorkspaceError `changed`: the branch has other commits; `unavailable`: why it was not pushed
 */
export async function pushCommit(folder: string, request: PushRequest): Promise<void> {
  const { writePack, shallow, commit, url, branch, credential, signal } = request;
  const own = join(/* turbopackIgnore: true */ folder, randomBytes(12).toString('hex'));
  await mkdir(own, { recursive: true, mode: 0o700 });
  const repository = join(own, 'repository');
  const base = {
    folder: repository,
    signal,
    memoryBytes: limits.cloneMemoryBytes,
    timeoutMs: limits.pushSeconds * 1_000,
  };
  try {
    await expectGit({ ...base, words: ['init', '--quiet', '--bare', '--template='], input: null });
    const pack = join(own, 'pack');
    await writePack(pack);
    if (shallow !== null) await writeFile(join(repository, 'shallow'), shallow);
    const file = await open(pack, 'r');
    try {
      await expectGit({ ...base, words: ['index-pack', '--stdin', '--strict'], input: file.fd });
    } finally {
      await file.close();
    }
    const { origin, protocol } = new URL(url);
    const { exitCode, stderr } = await runGit({
      ...base,
      words: [
        'push',
        '--quiet',
        '--no-verify',
        '--no-follow-tags',
        '--',
        url,
        `${commit}:refs/heads/${branch}`,
      ],
      input: null,
      protocol: protocol.replace(':', ''),
      settings: credential === null ? [] : [[`http.${origin}/.extraHeader`, authorization(credential)]],
    });
    if (exitCode !== 0) throw explainPush(stderr, new URL(url).host, branch);
  } finally {
    await removeFolder(own);
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

/** What a server says when it takes no push, in a sentence. */
function explainPush(stderr: string, host: string, branch: string): WorkspaceError {
  if (/non-fast-forward|fetch first|stale info/.test(stderr)) {
    const message = `${branch} has commits on ${host} that are not here. Push to another branch: nothing is overwritten`;
    return new WorkspaceError('changed', message);
  }
  if (/Authentication failed|could not read Username|invalid credentials|error: 401/i.test(stderr))
    return new WorkspaceError('unavailable', `${host} does not accept this user name and token`);
  if (/error: 403|Permission .* denied|not allowed to push|protected branch/i.test(stderr))
    return new WorkspaceError('unavailable', `This token has no right to push to ${branch} on ${host}`);
  if (/error: 404|not found|does not exist/i.test(stderr))
    return new WorkspaceError('unavailable', `${host} has no such repository, or this token may not see it`);
  const reason =
    /^(?:remote: (?:error: )?|error: |fatal: |! )(.+)$/m.exec(stderr)?.[1] ?? 'it did not say why';
  return new WorkspaceError('unavailable', `${host} did not take the push: ${reason.slice(0, 300)}`);
}
