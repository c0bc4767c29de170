import { notFound, VitrineError } from '#lib/core/errors.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

/**
 * Removes a workspace from the list, and deletes its folder if it is a clone of ours; other folders stay as
 * they are. Its conversations can still be read.
 * @throws VitrineError `not_found`; `not_possible` for workspaces from the settings
 */
export async function removeWorkspace({ origin, member, services }: MemberCall, name: string): Promise<void> {
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
  await audit(services, origin, 'workspace.removed', member, { subject, detail: record.url ?? record.path });
}
