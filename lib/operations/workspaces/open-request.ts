import { z } from 'zod';
import { VitrineError } from '#lib/core/errors.ts';
import { parseCloneUrl } from '#lib/core/vocabulary/clone-url.ts';
import type { GitRemote } from '#lib/core/vocabulary/git-remote.ts';

export interface MergeRequest {
  branch: string;
  title: string;
  body: string;
  token: string;
}

interface HostApi {
  /** Where requests of this repository are. */
  url: string;
  headers: Record<string, string>;
  fields: Record<string, string>;
  /** How an open one of the same branch is found. */
  search: Record<string, string>;
}

const maxMs = 20_000;
const maxAnswerBytes = 1024 * 1024;
const openedSchema = z.object({ html_url: z.url().optional(), web_url: z.url().optional() });

/**
 * Opens a request to merge a branch, or finds the one that is open.
 * @returns its address
 * @throws VitrineError `not_possible` with the server's reason
 */
export async function openRequest(remote: GitRemote, request: MergeRequest): Promise<string> {
  const api = apiOf(remote, request);
  const answer = await ask(remote, api.url, { method: 'POST', headers: api.headers, body: api.fields });
  if (answer.status === 201) return addressIn(remote, answer.body);
  if (answer.status === 409 || (answer.status === 422 && /already exists/.test(answer.text))) {
    const found = await ask(remote, `${api.url}?${new URLSearchParams(api.search)}`, {
      headers: api.headers,
    });
    const [first] = Array.isArray(found.body)
      ? found.body.filter((one) => isOfBranch(one, remote, request.branch))
      : [];
    if (first !== undefined) return addressIn(remote, first);
  }
  throw refused(remote, answer);
}

function apiOf({ url, kind, target }: GitRemote, { branch, title, body, token }: MergeRequest): HostApi {
  const { origin, names } = parseCloneUrl(url) ?? { origin: '', names: [] };
  const path = pathOf(url);
  const [owner = ''] = names;
  switch (kind) {
    case 'github': {
      const base = origin === 'https://github.com' ? 'https://api.github.com' : `${origin}/api/v3`;
      return {
        url: `${base}/repos/${path}/pulls`,
        headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
        fields: { title, body, head: branch, base: target },
        search: { state: 'open', head: `${owner}:${branch}` },
      };
    }
    case 'gitlab':
      return {
        url: `${origin}/api/v4/projects/${encodeURIComponent(path)}/merge_requests`,
        headers: { 'private-token': token },
        fields: { title, description: body, source_branch: branch, target_branch: target },
        search: { state: 'opened', source_branch: branch },
      };
    case 'gitea':
      return {
        url: `${origin}/api/v1/repos/${path}/pulls`,
        headers: { authorization: `token ${token}` },
        fields: { title, body, head: branch, base: target },
        search: { state: 'open' },
      };
    case 'git':
      throw new VitrineError('not_possible', 'This server has no requests: the branch was pushed, no more');
  }
}

const ofGitLab = z.object({
  source_branch: z.string(),
  source_project_id: z.int(),
  target_project_id: z.int(),
});
const ofOthers = z.object({ head: z.object({ ref: z.string(), repo: z.object({ full_name: z.string() }) }) });

/** Of a branch of this repository: somebody else's copy of it may have one of the same name. */
function isOfBranch(one: unknown, { url, kind }: GitRemote, branch: string): boolean {
  if (kind === 'gitlab') {
    const { data } = ofGitLab.safeParse(one);
    return data?.source_branch === branch && data.source_project_id === data.target_project_id;
  }
  const { data } = ofOthers.safeParse(one);
  return data?.head.ref === branch && data.head.repo.full_name.toLowerCase() === pathOf(url).toLowerCase();
}

const pathOf = (url: string): string => (parseCloneUrl(url)?.names ?? []).join('/').replace(/\.git$/i, '');

interface HostAnswer {
  status: number;
  text: string;
  body: unknown;
}

async function ask(
  { url }: GitRemote,
  address: string,
  { method = 'GET', headers, body }: { method?: string; headers: Record<string, string>; body?: object },
): Promise<HostAnswer> {
  try {
    const response = await fetch(address, {
      method,
      headers: {
        ...headers,
        'user-agent': 'vitrine',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      // The token goes where an admin decided, and no further.
      redirect: 'error',
      signal: AbortSignal.timeout(maxMs),
    });
    const text = await readStart(response);
    return { status: response.status, text, body: parsed(text) };
  } catch (error) {
    throw new VitrineError('not_possible', `${new URL(url).host} does not answer`, { cause: error });
  }
}

async function readStart({ body }: { body: ReadableStream<Uint8Array> | null }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    byteLength += chunk.byteLength;
    if (byteLength > maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function addressIn(remote: GitRemote, body: unknown): string {
  const { html_url, web_url } = openedSchema.safeParse(body).data ?? {};
  const address = URL.parse(html_url ?? web_url ?? '');
  // It is written into the thread: only an address of the same server, without characters that Markdown reads.
  if (
    address?.origin !== new URL(remote.url).origin ||
    /[\s()[\]<>"'`*_~|\\]/.test(address.pathname + address.search)
  )
    throw new VitrineError('not_possible', `${new URL(remote.url).host} named no address of the request`);
  return address.origin + address.pathname + address.search;
}

const messageSchema = z.object({ message: z.union([z.string(), z.array(z.string())]) });

function refused({ url }: GitRemote, { status, body }: HostAnswer): VitrineError {
  const { host } = new URL(url);
  const reason = [messageSchema.safeParse(body).data?.message ?? []].flat().join(', ').slice(0, 300);
  const why = status === 401 || status === 403 ? 'this token has no right to' : 'it refused';
  return new VitrineError(
    'not_possible',
    `The branch was pushed, but no request was opened on ${host}: ${reason || `${why} (${status})`}`,
  );
}
