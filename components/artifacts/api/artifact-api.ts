import { type RequestResult, requestJson, sendJson } from '#components/ui/request-json.ts';
import { formatLineRange, type LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { MatchContext } from '#lib/core/api/match-context.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LineStretch, LineWindow } from '#lib/core/vocabulary/line-window.ts';
import type { Problem } from '#lib/core/vocabulary/problem.ts';
import type { ShareSecrets } from '#lib/core/vocabulary/share.ts';

/** An artifact's metadata and some of its lines. `data` is `null` where it has no lines. */
export interface ArtifactHead {
  data: LineWindow | null;
  metadata: ArtifactMetadata;
  /** The first problems in the output, if they were requested. */
  problems?: Problem[];
}

/** The address of an artifact itself; a share's frozen copy is at `/api/shares/<token>/artifact`. */
export const artifactUrl = (artifactId: string): string => `/api/artifacts/${artifactId}`;

export const fetchWindow = (
  baseUrl: string,
  from: number,
  to: number,
  signal: AbortSignal,
  problems = 0,
): Promise<RequestResult<ArtifactHead>> =>
  requestJson(`${baseUrl}?format=json&lines=${from}-${to}${problems > 0 ? `&problems=${problems}` : ''}`, {
    signal,
  });

export const fetchMetadata = (
  baseUrl: string,
  signal: AbortSignal,
): Promise<RequestResult<{ metadata: ArtifactMetadata }>> =>
  requestJson(`${baseUrl}?format=metadata`, { signal });

export const fetchLines = (
  baseUrl: string,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<RequestResult<LineWindow>> => requestJson(`${baseUrl}?lines=${from}-${to}`, { signal });

/** Part of one long line, starting at a character. `line` is its number in the artifact. */
export const fetchStretch = (
  baseUrl: string,
  line: number,
  character: number,
  signal: AbortSignal,
): Promise<RequestResult<LineStretch>> =>
  requestJson(`${baseUrl}?line=${line}&character=${character}`, { signal });

/** Lines of the matched file before and after a match. `line` is the match's line in the search result. */
export const fetchContext = (
  baseUrl: string,
  line: number,
  { above, below }: { above: number; below: number },
  signal: AbortSignal,
): Promise<RequestResult<MatchContext>> =>
  requestJson(`${baseUrl}/context?line=${line}&before=${above}&after=${below}`, { signal });

/** Possible secrets in the artifact, or in some of its lines, to review before sharing. */
export const fetchSecrets = (
  artifactId: string,
  lines: LineRange | null,
  signal: AbortSignal,
): Promise<RequestResult<ShareSecrets>> => {
  const query = lines === null ? '' : `?lines=${formatLineRange(lines)}`;
  return requestJson(`${artifactUrl(artifactId)}/secrets${query}`, { signal });
};

/** Tokens that the artifact, or some of its lines, would add to the next message. */
export const fetchPrice = (
  artifactId: string,
  lines: string | undefined,
  signal?: AbortSignal,
): Promise<RequestResult<{ tokens: number }>> =>
  requestJson(
    `${artifactUrl(artifactId)}/price${lines === undefined ? '' : `?lines=${lines}`}`,
    signal ? { signal } : {},
  );

/** The outcome of fetching bytes. `code` is the server's error code, or `network`. */
type Fetched<T> = { ok: true; value: T } | { ok: false; code: string };

/** The whole text, or why it is unavailable. */
export async function fetchWhole(baseUrl: string, signal?: AbortSignal): Promise<Fetched<string>> {
  const result = await fetchBytes(baseUrl, signal ? { signal } : {});
  return result.ok ? { ok: true, value: decodeText(result.value) } : result;
}

/** Bytes [start, end), or why they are unavailable. */
export const fetchRange = (
  baseUrl: string,
  start: number,
  end: number,
  signal: AbortSignal,
): Promise<Fetched<Uint8Array>> =>
  fetchBytes(baseUrl, { signal, headers: { Range: `bytes=${start}-${end - 1}` } });

async function fetchBytes(url: string, init: RequestInit): Promise<Fetched<Uint8Array>> {
  try {
    const response = await fetch(url, init);
    if (response.ok) return { ok: true, value: new Uint8Array(await response.arrayBuffer()) };
    const { code } = (await response.json()) as { code?: unknown };
    return { ok: false, code: typeof code === 'string' ? code : 'internal' };
  } catch {
    // No answer, or not one of ours: both get the same message and can be retried.
    return { ok: false, code: 'network' };
  }
}

/** UTF-16 is recognised by its byte order mark; everything else is read as UTF-8, as the server does. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Undoes or redoes a change to files. The outcome arrives as an event. */
export const sendUndoing = (artifactId: string, direction: 'undo' | 'redo'): Promise<RequestResult<null>> =>
  sendJson('POST', `${artifactUrl(artifactId)}/${direction}`);
