import { isVitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { listUsableNames } from '#lib/operations/workspaces/usable-workspaces.ts';
import type { NeededFiles } from '#lib/runs/runners/needed-files.ts';
import type { Services } from '#lib/services.ts';
import { readJsonBody } from '../json-body.ts';
import { forwardRequest } from './forward-request.ts';
import { forwardedHeader } from './forwarded-mark.ts';

/**
 * Whose files a route needs, so that a process that has them answers it. `conversation`: of the conversation or the artifact
 * that `:id` names, `copy of conversation`: the same, and room for another worktree if it has one; `workspace`: of the one
 * that `:name` names, `workspace or any`: the same, and where no process is there that has it, any other;
 * `new conversation`: of the workspace that the body names, with room if it asks for a worktree; `new workspace`: any, with
 * room if the body asks for a clone; `usable`: of one that the caller may use; `any`: whatever a runner has.
 */
export type FilesOfRoute =
  | 'conversation'
  | 'copy of conversation'
  | 'workspace'
  | 'workspace or any'
  | 'new conversation'
  | 'new workspace'
  | 'usable'
  | 'any';

interface Caller {
  request: Request;
  params: unknown;
  /** `null`: nobody is signed in. */
  member: Member | null;
  /** The subject of the route, if that is one. */
  conversation?: Conversation;
}

/**
 * Has a process that has the files answer, for a caller who has the right.
 * @returns `null`: this process answers
 * @throws VitrineError `no_runner`
 */
export async function forwardIfElsewhere(
  services: Services,
  files: FilesOfRoute,
  caller: Caller,
): Promise<Response | null> {
  const { config, runners } = services;
  const { request } = caller;
  // Whoever forwarded it knows that it is to be answered here.
  if (config.redisUrl === null || request.headers.has(forwardedHeader)) return null;
  const body = files.startsWith('new ') ? await readBody(request) : null;
  const needed = await readNeeded(services, files, caller, body);
  if (needed === undefined) return null;
  const needsRoom = makesCopy(files, caller, body);
  const forward = async (): Promise<Response | null> => {
    const address = await runners.addressFor(needed, needsRoom).catch((error: unknown) => {
      if (files === 'workspace or any') return runners.addressFor(null);
      throw error;
    });
    return address === null ? null : await forwardRequest(services, request, address);
  };
  // One that has just ended is still known: another one may be there. What changes something is not repeated.
  return await forward().catch((error: unknown) => {
    if (request.method !== 'GET' || !isVitrineError(error)) throw error;
    return forward();
  });
}

interface NewBody {
  workspace?: unknown;
  worktree?: unknown;
  url?: unknown;
}

/** Not checked: the process that answers the request does that. */
async function readBody(request: Request): Promise<NewBody | null> {
  const body: unknown = await readJsonBody(request.clone() as Request).catch(() => null);
  return typeof body === 'object' ? body : null;
}

/** Whether the request makes a clone or a worktree. */
function makesCopy(files: FilesOfRoute, { conversation }: Caller, body: NewBody | null): boolean {
  switch (files) {
    case 'new workspace':
      return body?.url !== undefined;
    case 'new conversation':
      return body?.worktree === true;
    case 'copy of conversation':
      return conversation !== undefined && conversation.worktree !== null;
    default:
      return false;
  }
}

/** `undefined`: the route says itself that there is nothing of that name for the caller. */
async function readNeeded(
  services: Services,
  files: FilesOfRoute,
  { params, member, conversation }: Caller,
  body: NewBody | null,
): Promise<NeededFiles | undefined> {
  const usable = (name: string): NeededFiles | undefined =>
    member !== null && may(member, 'read', { kind: 'workspace', name }) ? { workspace: name } : undefined;
  switch (files) {
    case 'any':
    case 'new workspace':
      return null;
    case 'conversation':
    case 'copy of conversation':
      return conversation && { conversation };
    case 'workspace':
    case 'workspace or any':
      return usable(String((params as { name?: unknown }).name));
    case 'new conversation': {
      const workspace = body?.workspace;
      return typeof workspace === 'string' ? usable(workspace) : await firstUsable(services, member);
    }
    case 'usable':
      return await firstUsable(services, member);
  }
}

/** Where nothing is named, a conversation gets the first workspace of the process that begins it. */
async function firstUsable(services: Services, member: Member | null): Promise<NeededFiles> {
  const [workspace] = member === null ? [] : await listUsableNames(services, member);
  return workspace === undefined ? null : { workspace };
}
