import { WorkspaceError } from '../workspace-error.ts';
import { reasonOf } from './explain-remote.ts';
import { type CopyHistory, type RemoteAccess, withOwnRepository } from './own-repository.ts';

export interface PushRequest extends CopyHistory, RemoteAccess {
  commit: string;
}

/**
 * Pushes a commit to a branch of another server, never with force.
 * @param folder where the server's own repository is made
 * @throws WorkspaceError `changed`: the branch has other commits; `unavailable`: why it was not pushed
 */
export async function pushCommit(folder: string, request: PushRequest): Promise<void> {
  const { commit, url, branch } = request;
  await withOwnRepository(folder, request, request, async (own) => {
    const { exitCode, stderr } = await own.ask([
      'push',
      '--quiet',
      '--no-verify',
      '--no-follow-tags',
      '--',
      url,
      `${commit}:refs/heads/${branch}`,
    ]);
    if (exitCode !== 0) throw explainPush(stderr, new URL(url).host, branch);
  });
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
  return new WorkspaceError('unavailable', `${host} did not take the push: ${reasonOf(stderr)}`);
}
