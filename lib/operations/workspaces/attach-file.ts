import type { Upload } from '#lib/core/api/upload.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { openWorkspaceFile } from '#lib/tools/open-workspace-file.ts';
import type { Workspace } from '#lib/workspace/workspace.ts';
import { receiveUpload } from '../artifacts/receive-upload.ts';
import { throwAsAnswer } from './workspace-answer.ts';

/**
 * Stores a file of a workspace, as it is now, to attach it to a message.
 * @throws VitrineError `not_found`, `invalid_request` where the path leaves the workspace, `not_possible`,
 * `too_large`
 */
export async function attachFile(
  services: Services,
  member: Member,
  workspace: Workspace,
  path: string,
): Promise<Upload> {
  const file = await openWorkspaceFile(workspace, path).catch(throwAsAnswer);
  return await receiveUpload(services, member, { name: file.path, chunks: file.chunks(), isPath: true });
}
