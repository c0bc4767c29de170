import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';
import type { ArtifactSides } from '../../../lib/core/artifact-sides.ts';
import type { Comparison } from '../../../lib/core/comparison.ts';
import type { LineStretch, LineWindow } from '../../../lib/core/line-window.ts';
import { formatLineRange, type LineRange } from '../../../lib/core/lines.ts';
import type { MatchContext } from '../../../lib/core/match-context.ts';
import type { Problem } from '../../../lib/core/problem.ts';
import type { ShareSecrets } from '../../../lib/core/share.ts';
import type { ViewFact } from '../../../lib/core/view-fact.ts';
import { type RequestResult, requestJson, sendJson } from '../../ui/request-json.ts';

/** Some lines of an artifact and what is known of it. `data` is `null` where it has no lines. */
export interface ArtifactHead {
  data: LineWindow | null;
  metadata: ArtifactMetadata;
  /** The first of what went wrong, where they were asked for. */
  problems?: Problem[];
}

/** Where an artifact is read: of its own, or as a share's frozen copy at `/api/shares/<token>/artifact`. */
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

/** Part of one long line, from a character on. `line` is its place in the artifact. */
export const fetchStretch = (
  baseUrl: string,
  line: number,
  character: number,
  signal: AbortSignal,
): Promise<RequestResult<LineStretch>> =>
  requestJson(`${baseUrl}?line=${line}&character=${character}`, { signal });

/** So many lines of its file before a match and behind it. `line` is its number in the search. */
export const fetchContext = (
  baseUrl: string,
  line: number,
  { above, below }: { above: number; below: number },
  signal: AbortSignal,
): Promise<RequestResult<MatchContext>> =>
  requestJson(`${baseUrl}/context?line=${line}&before=${above}&after=${below}`, { signal });

export const fetchViewFacts = (artifactId: string): Promise<RequestResult<{ facts: ViewFact[] }>> =>
  requestJson(`${artifactUrl(artifactId)}?view=facts`);

export const fetchProblems = (artifactId: string): Promise<RequestResult<{ problems: Problem[] }>> =>
  requestJson(`${artifactUrl(artifactId)}?view=problems`);

/** What may be secret in it, or in lines of it, before they are shared. */
export const fetchSecrets = (
  artifactId: string,
  lines: LineRange | null,
  signal: AbortSignal,
): Promise<RequestResult<ShareSecrets>> => {
  const query = lines === null ? '' : `?lines=${formatLineRange(lines)}`;
  return requestJson(`${artifactUrl(artifactId)}/secrets${query}`, { signal });
};

/** The tokens that it, or the lines of it, would be with the next message. */
export const fetchPrice = (
  artifactId: string,
  lines: string | undefined,
  signal?: AbortSignal,
): Promise<RequestResult<{ tokens: number }>> =>
  requestJson(
    `${artifactUrl(artifactId)}/price${lines === undefined ? '' : `?lines=${lines}`}`,
    signal ? { signal } : {},
  );

/** What changed between two results, from the older to the newer. */
export const fetchComparison = (
  artifactId: string,
  otherId: string,
  signal: AbortSignal,
): Promise<RequestResult<Comparison>> =>
  requestJson(`${artifactUrl(artifactId)}/compare?with=${otherId}`, { signal });

/** What the model saw of it, and whether the stored bytes are those that were recorded. */
export const fetchSides = (artifactId: string, signal: AbortSignal): Promise<RequestResult<ArtifactSides>> =>
  requestJson(`${artifactUrl(artifactId)}/sides`, { signal });

/** What came of asking for bytes; `code`: of the server's answer, or `network`. */
type Fetched<T> = { ok: true; value: T } | { ok: false; code: string };

/** The whole text, or why it cannot be had. */
export async function fetchWhole(baseUrl: string, signal?: AbortSignal): Promise<Fetched<string>> {
  const result = await fetchBytes(baseUrl, signal ? { signal } : {});
  return result.ok ? { ok: true, value: decodeText(result.value) } : result;
}

/** Bytes [start, end), or why they cannot be had. */
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
    // No answer, or none of ours: both are told in the same words, and can be tried again.
    return { ok: false, code: 'network' };
  }
}

/** UTF-16 tells itself by its first two bytes; everything else is read as UTF-8, as the server does. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Takes a change to files back, or makes it again. What became of it comes as an event. */
export const sendUndoing = (artifactId: string, direction: 'undo' | 'redo'): Promise<RequestResult<null>> =>
  sendJson('POST', `${artifactUrl(artifactId)}/${direction}`);
