import { VitrineError } from '#lib/core/errors.ts';
import {
  branchNameSchema,
  type GitCredential,
  type GitRemote,
  gitCredentialSchema,
  guessHostKind,
  remoteOf,
} from '#lib/core/vocabulary/git-remote.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { readDefaultBranch } from '#lib/workspace/git-head.ts';
import { workspaceRoot } from '#lib/workspace/workspace-root.ts';

/** Where a workspace is pushed: what an admin chose, or where its clone came from. `null`: nowhere. */
export async function readRemote(
  { stores, workspaces }: Pick<Services, 'stores' | 'workspaces'>,
  workspace: string,
): Promise<GitRemote | null> {
  const chosen = remoteOf(await stores.settings.get(), workspace);
  if (chosen !== null) return chosen;
  const record = (await stores.workspaces.list()).find(({ name }) => name === workspace);
  if (!record?.url) return null;
  const found = await workspaces.find(workspace);
  const target = branchNameSchema.safeParse(found && (await readDefaultBranch(workspaceRoot(found.root))));
  return { url: record.url, kind: guessHostKind(record.url), target: target.data ?? 'main' };
}

const credentialName = ({ url }: GitRemote): string => `git ${new URL(url).origin}`;
const subjectOf = (member: Pick<Member, 'id'>, remote: GitRemote): string =>
  `${credentialName(remote)} of ${member.id}`;

/** What a member stored for the server of a remote; `null`: nothing that can be opened. */
export async function readCredential(
  { stores, sealer }: Pick<Services, 'stores' | 'sealer'>,
  member: Pick<Member, 'id'>,
  remote: GitRemote,
): Promise<GitCredential | null> {
  const sealed = await stores.credentials.get(member.id, credentialName(remote));
  const text = sealed === null ? null : sealer().open(sealed, subjectOf(member, remote));
  return text === null ? null : gitCredentialSchema.parse(JSON.parse(text));
}

export const forgetCredential = async (
  { stores }: Pick<Services, 'stores'>,
  member: Pick<Member, 'id'>,
  remote: GitRemote,
): Promise<boolean> => await stores.credentials.delete(member.id, credentialName(remote));

/**
 * The remote of a workspace, if it still is the one that the member saw.
 * @throws VitrineError `not_possible`: there is none; `changed`: it is another
 */
export async function requireRemote(
  services: Pick<Services, 'stores' | 'workspaces'>,
  workspace: string,
  seenUrl: string,
): Promise<GitRemote> {
  const remote = await readRemote(services, workspace);
  if (remote === null) {
    const message = 'Nobody chose where this workspace is pushed. An admin does on its page.';
    throw new VitrineError('not_possible', message);
  }
  if (remote.url !== seenUrl)
    throw new VitrineError(
      'changed',
      'An admin has changed where this workspace is pushed. Look at it again.',
    );
  return remote;
}

export async function storeCredential(
  { stores, sealer }: Services,
  member: Member,
  remote: GitRemote,
  credential: GitCredential,
): Promise<void> {
  const sealed = sealer().seal(JSON.stringify(credential), subjectOf(member, remote));
  await stores.credentials.put(member.id, credentialName(remote), sealed);
}
