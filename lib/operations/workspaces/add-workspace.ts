import { basename } from 'node:path';
import { z } from 'zod';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { errorMessage, VitrineError } from '#lib/core/errors.ts';
import {
  type CloneUrl,
  isCloneAllowed,
  nameFrom,
  nameOfClone,
  parseCloneUrl,
} from '#lib/core/vocabulary/clone-url.ts';
import { accessSetting } from '#lib/core/vocabulary/team/workspace-access.ts';
import { type WorkspaceRecord, workspaceNameSchema } from '#lib/core/vocabulary/workspace-record.ts';
import { checkFolder } from '#lib/workspace/check-folder.ts';
import { isWorkspaceError } from '#lib/workspace/workspace-error.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

const name = workspaceNameSchema.optional();
const isClosed = z.boolean().optional().describe('Nobody but the caller may use it, until they admit others');
const text = z.string().trim().min(1).max(4_096);
/** A folder of the server, or a remote repository. The name defaults to the last part of its path. */
export const newWorkspaceSchema = z.union([
  z.strictObject({ name, folder: text, isClosed }),
  z.strictObject({ name, url: text, isClosed }),
]);

/**
 * Adds a workspace for everybody, or for the caller alone at first. A clone continues after this returns; its result is written to its record.
 * @throws VitrineError `invalid_request`, `not_possible`: why not, in a sentence
 */
export async function addWorkspace(
  call: MemberCall,
  wanted: z.infer<typeof newWorkspaceSchema>,
): Promise<WorkspaceRecord> {
  return 'url' in wanted ? await addClone(call, wanted) : await addFolder(call, wanted);
}

type Wanted<Source> = { name?: string | undefined; isClosed?: boolean | undefined } & Source;

async function addFolder(call: MemberCall, wanted: Wanted<{ folder: string }>) {
  const { stores, workspaces, folderRules } = call.services;
  const path = await checkFolder(wanted.folder, folderRules).catch((error: unknown) => {
    if (!isWorkspaceError(error)) throw error;
    const isMistake = error.code === 'bad_path' || error.code === 'not_a_directory';
    throw new VitrineError(isMistake ? 'invalid_request' : 'not_possible', error.message, { cause: error });
  });
  const others = [
    ...workspaces.configured.map(({ name: other, root }) => ({ name: other, path: root })),
    ...(await stores.workspaces.list()),
  ];
  const same = others.find((other) => other.path === path);
  if (same) throw new VitrineError('not_possible', `This folder is already the workspace ${same.name}.`);
  // A command in the outer workspace could replace the inner one with a link to anywhere while somebody works
  // in it.
  const near = others.find((other) => isWithin(path, other.path) || isWithin(other.path, path));
  if (near) {
    throw new VitrineError(
      'not_possible',
      `This folder overlaps with the workspace ${near.name}. Choose another folder.`,
    );
  }
  const record = recordOf(call, {
    name: wanted.name ?? nameFrom(basename(path)),
    kind: 'folder',
    url: null,
    path,
    state: 'ready',
  });
  await take(call, record, wanted.isClosed === true);
  await reportAdded(call, record);
  return record;
}

async function addClone(call: MemberCall, wanted: Wanted<{ url: string }>) {
  const { cloner, config, log } = call.services;
  const url = readUrl(wanted.url, config.cloneFrom);
  const wantedName = wanted.name ?? nameOfClone(url);
  const record = recordOf(call, {
    name: wantedName,
    kind: 'clone',
    url: url.href,
    path: cloner.newPath(wantedName),
    state: 'cloning',
  });
  await take(call, record, wanted.isClosed === true);
  void cloneInto(call, record, url).catch((error: unknown) =>
    log.error({ err: error }, 'how a clone ended could not be written down'),
  );
  return record;
}

/** Continues after the request is answered. */
async function cloneInto(call: MemberCall, record: WorkspaceRecord, url: CloneUrl): Promise<void> {
  const { cloner, stores, log } = call.services;
  try {
    await cloner.clone(url, record.path);
  } catch (error) {
    const failure = isWorkspaceError(error) ? errorMessage(error) : 'The clone could not be stored.';
    if (!isWorkspaceError(error)) log.warn({ err: error }, 'a clone failed');
    await stores.workspaces.finish(record, { state: 'failed', failure });
    return;
  }
  const isWanted = await stores.workspaces.finish(record, { state: 'ready', failure: null });
  if (!isWanted) return await cloner.remove(record.path);
  await reportAdded(call, record);
}

function readUrl(written: string, cloneFrom: readonly string[]): CloneUrl {
  if (cloneFrom.length === 0) {
    throw new VitrineError(
      'not_possible',
      'Cloning is off. To allow it, set cloneFrom in vitrine.config.json.',
    );
  }
  const url = parseCloneUrl(written);
  if (url === null || url.names.length === 0) {
    throw new VitrineError(
      'invalid_request',
      'This is not a repository address. Start with https:// and leave out passwords, ? and #.',
    );
  }
  if (isCloneAllowed(url, cloneFrom)) return url;
  throw new VitrineError(
    'not_possible',
    `Only repositories under ${cloneFrom.join(', ')} can be cloned (cloneFrom in vitrine.config.json).`,
  );
}

const recordOf = (
  { member, services }: MemberCall,
  record: Pick<WorkspaceRecord, 'name' | 'kind' | 'url' | 'path' | 'state'>,
): WorkspaceRecord => ({
  ...record,
  failure: null,
  addedBy: { id: member.id, name: member.name },
  addedAt: new Date(services.nowMs()).toISOString(),
});

/** A failed clone frees its name. */
async function take(
  { services, member }: MemberCall,
  record: WorkspaceRecord,
  isClosed: boolean,
): Promise<void> {
  const { stores, workspaces, runners } = services;
  const before = (await stores.workspaces.list()).find((other) => other.name === record.name);
  if (before?.state === 'failed') await stores.workspaces.remove(record.name);
  const others = (await runners.listOthers()).flatMap((runner) =>
    runner.workspaces.filter((one) => one.isConfigured),
  );
  const isOperators = [...workspaces.configured, ...others].some((other) => other.name === record.name);
  const isThere = isOperators || (await stores.workspaces.list()).some((other) => other.name === record.name);
  // Before it is there: nobody uses it in between.
  if (!isThere && isClosed)
    await stores.settings.change(
      accessSetting(record.name, { use: { members: [member.id], groups: [] }, run: null }),
    );
  if (!isThere && (await stores.workspaces.add(record))) return;
  throw new VitrineError('not_possible', `There is already a workspace ${record.name}. Choose another name.`);
}

async function reportAdded({ services, origin, member }: MemberCall, { name, url, path }: WorkspaceRecord) {
  const subject = { id: name, name };
  await audit(services, origin, 'workspace.added', member, { subject, detail: url ?? path });
}
