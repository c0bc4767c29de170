import { notFound, VitrineError } from '../../core/errors.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Takes a workspace from the list, and deletes it where it is a clone of ours; a folder stays as it is. Conversations about it
 * can still be read.
 * @throws VitrineError `not_found`; `not_possible` for those of the settings
 */
export async function removeWorkspace(
  { request, member, services }: MemberCall,
  name: string,
): Promise<void> {
  const { stores, workspaces, cloner, log } = services;
  if (workspaces.configured.some((one) => one.name === name)) {
    throw new VitrineError(
      'not_possible',
      'This workspace is set by the server. To remove it, change VITRINE_WORKSPACES.',
    );
  }
  const record = (await stores.workspaces.list()).find((one) => one.name === name);
  if (!record || !(await stores.workspaces.remove(name))) throw notFound();
  if (record.kind === 'clone') {
    await cloner
      .remove(record.path)
      .catch((error: unknown) => log.warn({ err: error }, 'a clone is not removed whole'));
  }
  const subject = { id: name, name };
  await audit(services, request, 'workspace.removed', member, { subject, detail: record.url ?? record.path });
}
