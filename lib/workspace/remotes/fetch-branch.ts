import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { WorkspaceError } from '../workspace-error.ts';
import { isRefused, reasonOf } from './explain-remote.ts';
import { type CopyHistory, type RemoteAccess, withOwnRepository } from './own-repository.ts';

export interface FetchRequest extends RemoteAccess {
  /** The commit whose history the copy has. */
  known: string;
  /** An empty file for what the copy lacks, as one pack. */
  pack: FileHandle;
}

/**
 * Fetches a branch of another server: what a copy lacks of it is written as one pack.
 * @param folder where the server's own repository is made
 * @returns the commit of the branch
 * @throws WorkspaceError `unavailable`: why it was not fetched
 */
export async function fetchBranch(
  folder: string,
  history: CopyHistory<void>,
  request: FetchRequest,
): Promise<string> {
  const { known, url, branch, credential, pack } = request;
  return await withOwnRepository(folder, history, request, async (own) => {
    // The other server sends only what is new to this one.
    await own.git(['update-ref', 'refs/heads/known', known]);
    const wanted = `+refs/heads/${branch}:refs/heads/fetched`;
    const { exitCode, stderr } = await own.ask(['fetch', '--quiet', '--no-tags', '--', url, wanted]);
    if (exitCode !== 0) throw explainFetch(stderr, new URL(url).host, branch, credential !== null);
    const commit = await own.read(['rev-parse', 'refs/heads/fetched']);
    await writeFile(own.pathOf('wanted'), `${commit}\n^${known}\n`);
    const input = await open(own.pathOf('wanted'), 'r');
    try {
      await own.git(['pack-objects', '-q', '--revs', '--stdout', '--delta-base-offset'], {
        input: input.fd,
        output: pack.fd,
      });
    } finally {
      await input.close();
    }
    return commit;
  });
}

function explainFetch(stderr: string, host: string, branch: string, isSignedIn: boolean): WorkspaceError {
  if (/couldn't find remote ref/i.test(stderr))
    return new WorkspaceError('unavailable', `${host} has no branch ${branch}`);
  if (isRefused(stderr)) {
    const who = isSignedIn ? 'this user name and token' : 'who has no token';
    return new WorkspaceError('unavailable', `${host} shows no such repository to ${who}`);
  }
  return new WorkspaceError('unavailable', `Nothing was fetched from ${host}: ${reasonOf(stderr)}`);
}
