import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { type ShownResultAnswer, shownResultSchema } from '#lib/core/api/shown-result.ts';
import { limits } from '#lib/core/limits.ts';
import { credentialsFile } from './user-folders.ts';

/** Where a Vitrine server is, and with which token it is asked. */
export interface ServerAddress {
  /** Without a path. */
  url: string;
  /** `null`: in local mode none is needed. */
  token: string | null;
}

export const credentialsSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  token: z.string().nullable(),
});

/** The server did not do it, and why, in a sentence for people. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

/**
 * The server of the environment (`VITRINE_URL`, `VITRINE_TOKEN`), else of `vitrine login`; `null`: none is named.
 * @throws ServerError if what is named is no address
 */
export function findServer(environment: NodeJS.ProcessEnv): ServerAddress | null {
  const { VITRINE_URL, VITRINE_TOKEN } = environment;
  const named = VITRINE_URL
    ? { url: VITRINE_URL, token: VITRINE_TOKEN || null }
    : readCredentials(environment);
  if (named === null) return null;
  const parsed = credentialsSchema.safeParse(named);
  if (!parsed.success) throw new ServerError(`${named.url} is not the address of a server`);
  return { url: new URL(parsed.data.url).origin, token: VITRINE_TOKEN || parsed.data.token };
}

function readCredentials(environment: NodeJS.ProcessEnv): ServerAddress | null {
  try {
    return credentialsSchema.parse(JSON.parse(readFileSync(credentialsFile(environment), 'utf8')));
  } catch {
    // There are none, or they are of something else: the command works without a server.
    return null;
  }
}

/** What is shown, besides its bytes. */
export interface ShownAs {
  /** Default: the command. */
  title?: string | undefined;
  type?: string | undefined;
  conversation?: string | undefined;
  command?: string | undefined;
  exitCode?: number | undefined;
  durationMs?: number | undefined;
}

/** @throws ServerError */
export async function showOnServer(
  server: ServerAddress,
  body: Blob,
  { command, ...described }: ShownAs,
): Promise<ShownResultAnswer> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(described))
    if (value !== undefined) query.set(name, String(value));
  const answer = await ask(server, `/api/artifacts?${query}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/octet-stream',
      // Not in the address, which ends up in logs.
      ...(command === undefined ? {} : { 'Vitrine-Command': encodeURIComponent(cutText(command, 500)) }),
    },
  });
  return shownResultSchema.parse(answer);
}

const sharedSchema = z.object({ url: z.string() });

/** @throws ServerError */
export async function shareOnServer(
  server: ServerAddress,
  artifactId: string,
  wanted: { audience: string; expiresInSeconds?: number | undefined },
): Promise<string> {
  const answer = await ask(server, `/api/artifacts/${encodeURIComponent(artifactId)}/shares`, {
    method: 'POST',
    body: JSON.stringify(wanted),
    headers: { 'Content-Type': 'application/json' },
  });
  return sharedSchema.parse(answer).url;
}

const recalledSchema = z.object({ text: z.string() });

/** @throws ServerError */
export async function recallOnServer(
  server: ServerAddress,
  artifactId: string,
  question: Readonly<Record<string, string>>,
): Promise<string> {
  const query = new URLSearchParams(question);
  const answer = await ask(server, `/api/artifacts/${encodeURIComponent(artifactId)}/recall?${query}`, {});
  return recalledSchema.parse(answer).text;
}

/** Whether the server knows the token; what the token may not do does not matter. @throws ServerError */
export async function checkLogin(server: ServerAddress): Promise<void> {
  const response = await request(server, '/api/conversations', {});
  await response.body?.cancel();
  if (response.status === 401) throw new ServerError(`${server.url} does not accept this token`);
  if (response.status !== 200 && response.status !== 403) {
    throw new ServerError(`${server.url} answered ${response.status}: is it a Vitrine server?`);
  }
}

const errorSchema = z.object({ error: z.string() });

async function ask(server: ServerAddress, path: string, init: RequestInit): Promise<unknown> {
  const response = await request(server, path, init);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const { data } = errorSchema.safeParse(answer);
  throw new ServerError(data ? `${data.error} (${server.url})` : `${server.url} answered ${response.status}`);
}

const patienceMs = 60_000;

async function request({ url, token }: ServerAddress, path: string, init: RequestInit): Promise<Response> {
  // Without a token, in local mode, a write has to come from the server's own address.
  const identity: Record<string, string> =
    token === null ? { Origin: url } : { Authorization: `Bearer ${token}` };
  try {
    return await fetch(url + path, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(init.body instanceof Blob ? limits.uploadMs : patienceMs),
      headers: { ...(init.headers as Record<string, string>), ...identity },
    });
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw new ServerError(isLate ? `${url} did not answer in time` : `${url} cannot be reached`, { cause });
  }
}
