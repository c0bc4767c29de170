import { z } from 'zod';
import type { ArtifactMetadata } from '../core/artifact.ts';
import { expired, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { parseLineRange } from '../core/lines.ts';
import { readArtifactLinePart, readArtifactLines } from '../stores/read-artifact.ts';
import type { ArtifactRecord, ArtifactStore } from '../stores/stores.ts';
import { byteResponse } from './byte-response.ts';
import { readLineStretch } from './line-stretch.ts';
import { requireText } from './require-text.ts';
import { wholeJsonResponse } from './whole-json-response.ts';

export const artifactQuery = z.strictObject({
  format: z.enum(['json', 'metadata']).optional(),
  lines: z.string().max(40).optional(),
  line: z.coerce.number().int().min(1).optional(),
  from: z.coerce.number().int().min(0).optional(),
  /** Beside `line`: from there on, as people read it, in place of bytes. */
  character: z.coerce.number().int().min(0).optional(),
  view: z.enum(['assistant', 'facts', 'problems']).optional(),
  /** Beside `format=json`: so many of what went wrong, where the artifact is the output of a command that failed. */
  problems: z.coerce.number().int().min(1).max(limits.problems).optional(),
  /** The bytes as a file to keep. */
  download: z.literal('1').optional(),
});
export type ArtifactQuery = z.infer<typeof artifactQuery>;

export interface ArtifactView {
  record: ArtifactRecord;
  /** Metadata as this audience may see it. */
  told: Partial<ArtifactMetadata>;
  /** A share tells nothing of the conversation, not even to a cache. */
  isShared: boolean;
  /** Where what this request loads is to be had from; `null`: here. */
  linkElsewhere?: (isFile: boolean) => Promise<string | null>;
}

/** One artifact, in every form its resource has: bytes, JSON, metadata, a window of lines, part of one line, what the model saw. */
export async function artifactResponse(
  request: Request,
  artifacts: ArtifactStore,
  query: ArtifactQuery,
  view: ArtifactView,
): Promise<Response> {
  const { record, told } = view;
  const { metadata } = record;
  if (query.view === 'assistant') return assistantView(record, view);
  if (query.view === 'facts') return json({ facts: seenBy(view, record.viewFacts) });
  if (query.view === 'problems') return json({ problems: seenBy(view, record.problems) });
  if (query.format === 'metadata') return json({ metadata: told });
  if (metadata.state === 'expired') throw expired();
  if (query.line !== undefined) return json(alive(await readPart(artifacts, metadata, query.line, query)));
  if (query.lines !== undefined) {
    const window = await readWindow(artifacts, metadata, query.lines);
    if (query.format !== 'json') return json(window);
    const problems = query.problems === undefined ? {} : { problems: firstProblems(view, query.problems) };
    return json({ data: window, metadata: told, ...problems });
  }
  if (query.format === 'json') return await wholeJsonResponse(artifacts, metadata, told);
  const isFile = query.download !== undefined;
  const elsewhere = (await view.linkElsewhere?.(isFile)) ?? null;
  if (elsewhere !== null) return redirect(elsewhere);
  return await byteResponse(request, artifacts, metadata, { isShared: view.isShared, isFile });
}

const redirect = (url: string): Response =>
  new Response(null, { status: 307, headers: { Location: url, 'Cache-Control': 'no-store' } });

function alive<T>(found: T | null): T {
  if (found === null) throw expired();
  return found;
}

const json = (body: unknown) => Response.json(body, { headers: { 'Cache-Control': 'private, no-store' } });

/** The model's side is the conversation's, not a share's. */
function seenBy<T>({ isShared }: ArtifactView, found: T | null): T {
  if (found === null || isShared) throw new VitrineError('not_found', 'Not found');
  return found;
}

/** A share of some lines would tell of others: it tells none. */
const firstProblems = ({ record, isShared }: ArtifactView, most: number) =>
  isShared ? [] : record.problems.slice(0, most);

function assistantView({ assistantView: found }: ArtifactRecord, view: ArtifactView): Response {
  const text = seenBy(view, found);
  return new Response(text, {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  });
}

async function readWindow(artifacts: ArtifactStore, metadata: ArtifactMetadata, lines: string) {
  const range = /^\d/.test(lines) ? parseLineRange(lines) : null;
  if (!range) throw new VitrineError('invalid_lines', 'lines must be a range such as 40-62, starting at 1');
  requireText(metadata);
  return alive(await readArtifactLines(artifacts, metadata, range));
}

async function readPart(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  line: number,
  { from = 0, character }: ArtifactQuery,
) {
  requireText(metadata);
  if (line > (metadata.lineCount ?? 0)) throw new VitrineError('invalid_lines', `There is no line ${line}`);
  if (character !== undefined) return await readLineStretch(artifacts, metadata, line, character);
  return await readArtifactLinePart(artifacts, metadata, line, from);
}
