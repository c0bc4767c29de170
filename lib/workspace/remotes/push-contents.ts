import { WorkspaceError } from '../workspace-error.ts';
import { reasonOf } from './explain-remote.ts';
import {
  type CopyHistory,
  type OwnRepository,
  type RemoteAccess,
  withOwnRepository,
} from './own-repository.ts';

export interface PushRequest extends RemoteAccess {
  /** The commit that the contents follow. */
  parent: string;
  /** What was pushed to this branch, as far as it is known: the next commit follows the one that is there. */
  earlier: readonly string[];
  message: string;
  author: { name: string; email: string };
  /** Called with the commit, before it is pushed. */
  onCommit: (commit: string) => Promise<void>;
}

/**
 * Makes a commit of contents and pushes it to a branch of another server, never with force. Both are done in a repository
 * of the server's own.
 * @param folder where that is made
 * @param history of the parent, with the contents; `writePack` returns these, as the ID of a tree
 * @returns the commit; the earlier one where nothing has changed since
 * @throws WorkspaceError `not_found`: nothing has changed; `changed`: the branch has other commits; `unavailable`: why it
 * was not pushed
 */
export async function pushContents(
  folder: string,
  history: CopyHistory<string>,
  request: PushRequest,
): Promise<string> {
  return await withOwnRepository(folder, history, request, async (own, tree) => {
    const earlier = await fetchEarlier(own, request);
    const commit = await commitContents(own, request, tree, earlier);
    if (commit === earlier) return commit;
    await request.onCommit(commit);
    const { url, branch } = request;
    const to = `${commit}:refs/heads/${branch}`;
    const end = await own.ask(['push', '--quiet', '--no-verify', '--no-follow-tags', '--', url, to]);
    if (end.exitCode !== 0) throw explainPush(end.stderr, request);
    return commit;
  });
}

/**
 * Fetches what was pushed before: it is nowhere else.
 * @returns `null`: nothing was, or the branch was deleted since, as after a merge
 */
async function fetchEarlier(own: OwnRepository, request: PushRequest): Promise<string | null> {
  const { earlier, parent, url, branch } = request;
  if (earlier.length === 0) return null;
  // The other server sends only what is new to this one.
  await own.git(['update-ref', 'refs/heads/known', parent]);
  const from = `+refs/heads/${branch}:refs/heads/earlier`;
  const words = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', url, from];
  const { exitCode, stderr } = await own.ask(words);
  if (exitCode !== 0) {
    if (/couldn't find remote ref/i.test(stderr)) return null;
    throw explainPush(stderr, request);
  }
  const tip = await own.read(['rev-parse', 'refs/heads/earlier']);
  if (!earlier.includes(tip)) throw hasOtherCommits(request);
  return tip;
}

async function commitContents(
  own: OwnRepository,
  { parent, message, author }: PushRequest,
  tree: string,
  earlier: string | null,
): Promise<string> {
  // The parent is newer than the earlier commit where it was updated since.
  const isNewer = earlier !== null && (await own.read(['rev-list', '-n1', parent, `^${earlier}`])) !== '';
  const parents = earlier === null ? [parent] : isNewer ? [earlier, parent] : [earlier];
  if (!isNewer && (await own.read(['rev-parse', `${parents[0]}^{tree}`])) === tree) {
    if (earlier !== null) return earlier;
    throw new WorkspaceError('not_found', 'Nothing has changed, so there is nothing to commit');
  }
  const words = ['commit-tree', tree, ...parents.flatMap((commit) => ['-p', commit]), '-m', message];
  return await own.read(words, [
    ['user.name', author.name],
    ['user.email', author.email],
  ]);
}

const hasOtherCommits = ({ url, branch }: PushRequest): WorkspaceError =>
  new WorkspaceError(
    'changed',
    `${branch} has commits on ${new URL(url).host} that are not here. Push to another branch: nothing is overwritten`,
  );

/** What a server says when it takes no push, in a sentence. */
function explainPush(stderr: string, request: PushRequest): WorkspaceError {
  const { branch } = request;
  const { host } = new URL(request.url);
  if (/non-fast-forward|fetch first|stale info/.test(stderr)) return hasOtherCommits(request);
  if (/Authentication failed|could not read Username|invalid credentials|error: 401/i.test(stderr))
    return new WorkspaceError('unavailable', `${host} does not accept this user name and token`);
  if (/error: 403|Permission .* denied|not allowed to push|protected branch/i.test(stderr))
    return new WorkspaceError('unavailable', `This token has no right to push to ${branch} on ${host}`);
  if (/error: 404|not found|does not exist/i.test(stderr))
    return new WorkspaceError('unavailable', `${host} has no such repository, or this token may not see it`);
  return new WorkspaceError('unavailable', `${host} did not take the push: ${reasonOf(stderr)}`);
}
