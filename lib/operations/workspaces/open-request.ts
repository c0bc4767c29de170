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
const openedSchema = z.object({ html_url: z.url().optional(), web_url: z.url().optional() });

/**
 * Opens a request to merge a branch, or finds the one that is open.
 * @returns its address
 * @throws VitrineError `not_possible` with what the server said
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
      ? found.body.filter((one) => isOfBranch(one, request.branch))
      : [];
    if (first !== undefined) return addressIn(remote, first);
  }
  throw refused(remote, answer);
}

function apiOf({ url, kind, target }: GitRemote, { branch, title, body, token }: MergeRequest): HostApi {
  const { origin, names } = parseCloneUrl(url) ?? { origin: '', names: [] };
  const path = names.join('/').replace(/\.git$/i, '');
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

const branchSchema = z.union([
  z.object({ head: z.object({ ref: z.string() }) }).transform(({ head }) => head.ref),
  z.object({ source_branch: z.string() }).transform((one) => one.source_branch),
]);

const isOfBranch = (one: unknown, branch: string): boolean => branchSchema.safeParse(one).data === branch;

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
      // The token goes where the admin said, and no further.
      redirect: 'error',
      signal: AbortSignal.timeout(maxMs),
    });
    const text = await response.text();
    return { status: response.status, text, body: parsed(text) };
  } catch (error) {
    throw new VitrineError('not_possible', `${new URL(url).host} does not answer`, { cause: error });
  }
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
  const address = html_url ?? web_url;
  if (address === undefined || !/^https?:/.test(address))
    throw new VitrineError('not_possible', `${new URL(remote.url).host} named no address of the request`);
  return address;
}

const messageSchema = z.object({ message: z.union([z.string(), z.array(z.string())]) });

function refused({ url }: GitRemote, { status, body }: HostAnswer): VitrineError {
  const { host } = new URL(url);
  const said = [messageSchema.safeParse(body).data?.message ?? []].flat().join(', ').slice(0, 300);
  const why = status === 401 || status === 403 ? 'this token has no right to' : 'it refused';
  return new VitrineError(
    'not_possible',
    `The branch was pushed, but no request was opened on ${host}: ${said || `${why} (${status})`}`,
  );
}
