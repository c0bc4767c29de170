import { isVitrineError, type VitrineError } from '#lib/core/errors.ts';
import { idSchema } from '#lib/core/vocabulary/ids.ts';
import type { NeededFiles } from '#lib/runs/runners/needed-files.ts';
import type { Runners } from '#lib/runs/runners/runners.ts';
import type { Services } from '#lib/services.ts';
import { readJsonBody } from '../json-body.ts';
import { forwardRequest } from './forward-request.ts';
import { forwardedHeader } from './forwarded-mark.ts';

/**
 * Whose files a route needs, so that a process that has them answers it: of the conversation or the artifact that `:id`
 * names, of the workspace that `:name` names or that the body does. `any`: whatever a runner has; `workspace or any`: the same
 * where none that has the workspace is there.
 */
export type FilesOfRoute = 'conversation' | 'artifact' | 'workspace' | 'workspace or any' | 'body' | 'any';

/**
 * Passes a request on to a process that has the files.
 * @returns `null`: this process answers; a VitrineError: nobody can, which only somebody with the right may learn
 */
export async function passOn(
  services: Services,
  request: Request,
  files: FilesOfRoute,
  params: unknown,
): Promise<Response | VitrineError | null> {
  // Whoever passed it on knows that it is to be answered here.
  if (services.config.redisUrl === null || request.headers.has(forwardedHeader)) return null;
  try {
    const needed = await readNeeded(services, request, files, params);
    if (needed === undefined) return null;
    const pass = async (): Promise<Response | null> => {
      const address = await findAddress(services.runners, files, needed);
      return address === null ? null : await forwardTo(services.runners, request, address);
    };
    // One that has just ended is still known: another one may be there. What changes something is not repeated.
    return await pass().catch((error) => {
      if (request.method !== 'GET' || request.signal.aborted) throw error;
      return pass();
    });
  } catch (error) {
    if (isVitrineError(error) && error.code === 'no_runner') return error;
    throw error;
  }
}

/** @throws VitrineError `no_runner` */
async function findAddress(
  { addressFor }: Pick<Runners, 'addressFor'>,
  files: FilesOfRoute,
  needed: NeededFiles,
): Promise<string | null> {
  if (files !== 'workspace or any') return await addressFor(needed);
  return await addressFor(needed).catch(() => addressFor(null));
}

/** @throws VitrineError `no_runner` if it does not respond: then others are asked for a while */
export async function forwardTo(
  runners: Pick<Runners, 'readSecret' | 'doubt'>,
  request: Request,
  address: string,
): Promise<Response> {
  const secret = await runners.readSecret();
  try {
    return await forwardRequest(request, address, secret);
  } catch (error) {
    // Whoever asked may be gone, and not the runner.
    if (!request.signal.aborted) runners.doubt(address);
    throw error;
  }
}

/** `undefined`: there is nothing of that name, which the route says itself. */
async function readNeeded(
  { stores }: Services,
  request: Request,
  files: FilesOfRoute,
  params: unknown,
): Promise<NeededFiles | undefined> {
  const { id, name } = (params ?? {}) as { id?: unknown; name?: unknown };
  switch (files) {
    case 'any':
      return null;
    case 'workspace':
    case 'workspace or any':
      return { workspace: String(name) };
    case 'body': {
      const body: unknown = await readJsonBody(request.clone() as Request).catch(() => null);
      const workspace = (body as { workspace?: unknown } | null)?.workspace;
      return typeof workspace === 'string' ? { workspace } : null;
    }
    case 'conversation':
      return await conversationOf(stores, id);
    case 'artifact': {
      if (!idSchema.safeParse(id).success) return undefined;
      const record = await stores.artifacts.get(String(id));
      return record ? await conversationOf(stores, record.metadata.conversationId) : undefined;
    }
  }
}

async function conversationOf(
  { conversations }: Services['stores'],
  id: unknown,
): Promise<NeededFiles | undefined> {
  if (!idSchema.safeParse(id).success) return undefined;
  const conversation = await conversations.get(String(id));
  return conversation ? { conversation } : undefined;
}
