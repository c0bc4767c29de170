import { z } from 'zod';
import { parseMatches } from '#lib/core/algorithms/lines/parse-matches.ts';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { MatchContext } from '#lib/core/api/match-context.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { readArtifactLinePart } from '#lib/stores/read-artifact.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { type OpenedFile, openWorkspaceFile } from '#lib/tools/open-workspace-file.ts';
import type { Workspace } from '#lib/workspace/workspace.ts';
import { isWorkspaceError } from '#lib/workspace/workspace-error.ts';
import { type FileLine, readFileLines } from './file-lines.ts';

const [fewLines, , maxLines] = limits.contextLines;
const lineCount = z.coerce.number().int().min(1).max(maxLines).default(fewLines);

export const contextQuery = z.strictObject({
  line: z.coerce.number().int().min(1).describe('A line of the search, by the number people see'),
  before: lineCount.describe('Lines of the file before the match'),
  after: lineCount.describe('Lines of the file after the match'),
});
type ContextQuery = z.infer<typeof contextQuery>;

/**
 * The lines around a match, from its file as it is now. They are only for people: nothing is stored or
 * recorded in the ledger.
 * @param workspace `null`: the workspace that was searched is not available
 * @throws VitrineError `changed` where the match is not at its line any more, `not_found` where its file is
 * missing, `not_possible` or `too_large` where it cannot be read; `invalid_request`, `invalid_lines`,
 * `artifact_expired`
 */
export async function readMatchContext(
  artifacts: ArtifactStore,
  workspace: Workspace | null,
  metadata: ArtifactMetadata,
  query: ContextQuery,
): Promise<MatchContext> {
  const match = await readMatch(artifacts, metadata, query.line);
  if (workspace === null) {
    throw new VitrineError('not_found', 'The workspace of this search is no longer on this server.');
  }
  const from = Math.max(1, match.line - query.before);
  const { lines, total } = await readLines(workspace, match.path, { from, to: match.line + query.after });
  const found = lines[match.line - from];
  if (!found || !isSameText(match.text, found)) throw changed();
  return { path: match.path, from, total, ...shownLines(lines, from) };
}

async function readMatch(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  line: number,
): Promise<{ path: string; line: number; text: string }> {
  const { type, state, firstLine, lineCount, files } = metadata;
  if (type !== 'matches') {
    throw new VitrineError('invalid_request', 'Only matches of a search can show the lines around them');
  }
  if (state === 'expired') throw expiredSearch();
  const lineNumber = line - firstLine + 1;
  if (lineNumber < 1 || lineNumber > (lineCount ?? 0)) {
    throw new VitrineError('invalid_lines', `There is no line ${line}`);
  }
  const part = await readArtifactLinePart(artifacts, metadata, lineNumber, 0);
  if (part === null) throw expiredSearch();
  const [match] = parseMatches([part.text], files);
  if (match?.kind !== 'match' || match.path === null || match.line === null) {
    throw new VitrineError('invalid_lines', `Line ${line} is not a match`);
  }
  return { path: match.path, line: match.line, text: match.text };
}

async function readLines(workspace: Workspace, path: string, range: { from: number; to: number }) {
  try {
    const file = await openWorkspaceFile(workspace, path);
    const problem = problemOf(file);
    if (problem !== null) {
      await file.close();
      throw problem;
    }
    return await readFileLines(file.utf8Chunks(), range);
  } catch (error) {
    throw isWorkspaceError(error) ? refusal(error.code, error) : error;
  }
}

function problemOf({ encoding, byteLength }: OpenedFile): VitrineError | null {
  // The file was text when it was searched.
  if (encoding === null) return changed();
  if (byteLength <= limits.contextFileBytes) return null;
  const most = formatBytes(limits.contextFileBytes);
  return new VitrineError(
    'too_large',
    `The file is too large: ${formatBytes(byteLength)}, and the limit is ${most}.`,
  );
}

/**
 * Errors that are reported as a missing file: what the workspace does not open, secrets and links included,
 * does not exist for anybody.
 */
const gone = ['bad_path', 'not_found', 'not_a_file', 'not_a_directory', 'link_not_followed'];

const refusal = (code: string, cause: Error): VitrineError =>
  gone.includes(code)
    ? new VitrineError('not_found', 'This file no longer exists.', { cause })
    : new VitrineError('not_possible', `${cause.message}.`, { cause });

const changed = () => new VitrineError('changed', 'The file has changed since this search. Search again.');
const expiredSearch = () => new VitrineError('artifact_expired', 'This search has expired.');

/** What ripgrep prints in place of the rest of a long line. */
const restOfLine = / \[\.\.\. (?:omitted end of long line|\d+ more match(?:es)?)\]$/;

/** Whether a line of the file equals the matched one, as far as both are known. */
function isSameText(match: string, { text, isCut }: FileLine): boolean {
  const [found, line] = [withoutReturns(match), withoutReturns(text)];
  if (found === line) return true;
  const remaining = restOfLine.exec(found);
  const known = remaining === null ? found : found.slice(0, remaining.index);
  if (remaining !== null && line.startsWith(known)) return true;
  return isCut && known.startsWith(line);
}

const withoutReturns = (text: string): string => text.replace(/\r+$/, '');

function shownLines(lines: readonly FileLine[], from: number): Pick<MatchContext, 'lines' | 'cut'> {
  return {
    lines: lines.map(({ text }) => cutText(text, limits.lineCharacters)),
    cut: lines.flatMap(({ text, byteLength }, index) =>
      text.length > limits.lineCharacters ? [{ line: from + index, byteLength }] : [],
    ),
  };
}
