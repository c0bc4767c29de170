import { z } from 'zod';
import { expired, notFound } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { SharedMetadata } from '../core/vocabulary/share.ts';
import { readPartOfLine, readWindow } from '../operations/artifacts/read-window.ts';
import type { ArtifactRecord, ArtifactStore } from '../stores/stores.ts';
import { byteResponse } from './byte-response.ts';
import { formerProblem, withFormerNames } from './former-names.ts';
import { wholeJsonResponse } from './whole-json-response.ts';

export const artifactQuery = z.strictObject({
  format: z
    .enum(['json', 'metadata'])
    .optional()
    .describe('`json`: the content inside a JSON object; `metadata`: the metadata alone'),
  lines: z.string().max(40).optional().describe('A range such as `40-62`, by position from 1'),
  line: z.coerce.number().int().min(1).optional().describe('Part of this one line'),
  from: z.coerce.number().int().min(0).optional().describe('With `line`: start at this byte of the line'),
  character: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('With `line`: start at this character as people read the line, instead of a byte'),
  view: z
    .enum(['assistant', 'facts', 'problems'])
    .optional()
    .describe(
      '`assistant`: the text the model read; `facts`: what that text was selected from; `problems`: failures in the output of a command',
    ),
  problems: z.coerce
    .number()
    .int()
    .min(1)
    .max(limits.problems)
    .optional()
    .describe('With `format=json` and `lines`: include the first failures of a failed command'),
  download: z.literal('1').optional().describe('Send the bytes as an attachment'),
});
export type ArtifactQuery = z.infer<typeof artifactQuery>;

export interface ArtifactResponse {
  record: ArtifactRecord;
  /** Metadata as this audience may see it. */
  metadata: SharedMetadata;
  /** A share reveals nothing about the conversation, not even to a cache. */
  isShared: boolean;
  /** URL that serves the bytes of this request instead; `null`: they are served here. */
  linkElsewhere?: (isFile: boolean) => Promise<string | null>;
}

/**
 * Serves one artifact in each of its representations: bytes, JSON, metadata, a window of lines, part of one
 * line, what the model saw.
 */
export async function artifactResponse(
  request: Request,
  artifacts: ArtifactStore,
  query: ArtifactQuery,
  view: ArtifactResponse,
): Promise<Response> {
  const { record, metadata: visible } = view;
  const { metadata } = record;
  if (query.view === 'assistant') return assistantView(record, view);
  if (query.view === 'facts') return Response.json({ facts: visibleTo(view, record.viewFacts) });
  if (query.view === 'problems')
    return Response.json({ problems: withFormerNames(visibleTo(view, record.problems), formerProblem) });
  if (query.format === 'metadata') return Response.json({ metadata: visible });
  if (metadata.state === 'expired') throw expired();
  if (query.line !== undefined) {
    return Response.json(await readPartOfLine(artifacts, metadata, query.line, query));
  }
  if (query.lines !== undefined) {
    const window = await readWindow(artifacts, metadata, query.lines);
    if (query.format !== 'json') return Response.json(window);
    const problems = query.problems === undefined ? {} : { problems: firstProblems(view, query.problems) };
    return Response.json({ data: window, metadata: visible, ...problems });
  }
  if (query.format === 'json') return await wholeJsonResponse(artifacts, metadata, visible);
  const isFile = query.download !== undefined;
  const elsewhere = (await view.linkElsewhere?.(isFile)) ?? null;
  if (elsewhere !== null) return redirect(elsewhere);
  return await byteResponse(request, artifacts, metadata, { isShared: view.isShared, isFile });
}

const redirect = (url: string): Response => new Response(null, { status: 307, headers: { Location: url } });

type Visibility = Pick<ArtifactResponse, 'isShared'>;

/** What the model saw belongs to the conversation; a share does not show it. */
function visibleTo<T>({ isShared }: Visibility, stored: T | null): T {
  if (stored === null || isShared) throw notFound();
  return stored;
}

/** Problems of a share of selected lines could reveal other lines, so a share has none. */
const firstProblems = ({ record, isShared }: ArtifactResponse, count: number) =>
  isShared ? [] : withFormerNames(record.problems.slice(0, count), formerProblem);

function assistantView({ assistantView: stored }: ArtifactRecord, visibility: Visibility): Response {
  const text = visibleTo(visibility, stored);
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
