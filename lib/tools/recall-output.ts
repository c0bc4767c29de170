import { z } from 'zod';
import type { ArtifactMetadata } from '../core/artifact.ts';
import { limits } from '../core/limits.ts';
import { type LineRange, type LineWindow, parseLineRange } from '../core/lines.ts';
import { plainTerminalText } from '../core/terminal-text.ts';
import { plural } from '../split/pack.ts';
import { takeTokens } from '../split/take-tokens.ts';
import { readArtifactLines } from '../stores/read-artifact.ts';
import { searchText } from '../workspace/search-text.ts';
import { cleanTerminalChunks } from './clean-terminal-text.ts';
import { defineTool } from './define-tool.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolFailure, ToolResult } from './tool-result.ts';

const recallArguments = z
  .object({
    artifactId: z.string().describe('As named in a result: art_…'),
    lines: z.string().nullish().describe('A range: "40-62"'),
    query: z
      .string()
      .min(1)
      .max(1_000)
      .nullish()
      .describe('Words to find, ignoring case; else a regular expression'),
    maxTokens: z.int().min(limits.recallMinTokens).max(limits.recallMaxTokens).nullish(),
  })
  .refine(({ lines, query }) => (lines == null) !== (query == null), {
    error: 'Give lines or query, one of them',
  });

export const recallOutput = defineTool({
  name: 'recall_output',
  description:
    'Reads more of a result you saw only a view of: lines of its artifact, or the lines that match a query with two around each.',
  inputSchema: recallArguments,
  audience: 'model',
  async run({ artifactId, lines, query, maxTokens }, context): Promise<ToolResult> {
    const record = await context.artifacts.get(artifactId);
    if (record?.metadata.conversationId !== context.conversationId) {
      return failure(`There is no artifact ${artifactId.slice(0, 80)} in this conversation`);
    }
    const { metadata } = record;
    if (metadata.state === 'expired') return failure(expiredText(metadata));
    if (metadata.lineCount === null) return failure(`${artifactId} is not text and has no lines`);
    const found =
      query == null
        ? await recallLines(metadata, lines ?? '', context)
        : await recallMatches(metadata, query, context);
    if (typeof found !== 'string') return found;
    const text = bounded(found, maxTokens ?? limits.recallTokens, context.count);
    return {
      resultType: 'success',
      textResultForLlm: text,
      assistantView: text,
      recalledTool: metadata.tool,
      description: {
        type: 'text',
        title: `${metadata.title} ${query == null ? `lines ${lines}` : `"${query}"`}`,
        mimeType: 'text/plain',
        language: null,
        files: metadata.files,
        firstLine: 1,
        exitCode: null,
        counts: null,
      },
    };
  },
});

const failure = (error: string): ToolFailure => ({ resultType: 'failure', error });

const expiredText = ({ id, tool, title }: ArtifactMetadata) =>
  `${id} has expired. To see it again, call ${tool} for ${title} once more`;

/** Lines by the numbers people see. */
async function recallLines(
  metadata: ArtifactMetadata,
  text: string,
  { artifacts }: ToolContext,
): Promise<string | ToolFailure> {
  const range = parseLineRange(text);
  if (!range) return failure(`"${text.slice(0, 40)}" is no range of lines: give it as "40-62"`);
  const shift = metadata.firstLine - 1;
  const last = shift + (metadata.lineCount ?? 0);
  if (range.from > last || range.to < metadata.firstLine) {
    return failure(`${metadata.title} has the lines ${metadata.firstLine}-${last}`);
  }
  const stored: LineRange = { from: Math.max(1, range.from - shift), to: range.to - shift };
  const window = await readArtifactLines(artifacts, metadata, stored);
  if (window === null) return failure(expiredText(metadata));
  const clean = metadata.type === 'terminal' ? plainTerminalText : (line: string) => line;
  const lines = window.lines.map(
    (line, place) => `${window.from + shift + place}\t${clean(line)}${restOf(window, place)}`,
  );
  const end = Math.min(range.to, last);
  const next = window.to + shift + 1;
  return [
    ...lines,
    ...(next > end ? [] : [`(cut at line ${next - 1}: go on with lines "${next}-${end}")`]),
  ].join('\n');
}

/** What is told at the end of a line that the window shows only the start of. */
function restOf({ from, cut }: LineWindow, place: number): string {
  const found = cut.find(({ line }) => line === from + place);
  return found
    ? `… (the line has ${found.byteLength.toLocaleString('en-US')} bytes: find more of it by a query)`
    : '';
}

/** The count first, then numbered lines, matches marked with `:`. */
async function recallMatches(
  metadata: ArtifactMetadata,
  query: string,
  { artifacts, signal }: ToolContext,
): Promise<string> {
  const bytes = () => artifactChunks(artifacts, metadata);
  const open = () => (metadata.type === 'terminal' ? cleanTerminalChunks(bytes()) : bytes());
  const { matchCount, hits, isRegex } = await searchText(open, query, limits.linesPerWindow, signal);
  const shift = metadata.firstLine - 1;
  const matches = plural(matchCount, 'line matches', 'lines match');
  const head = `${matches} ${JSON.stringify(query)}${isRegex && matchCount > 0 ? ' as a regular expression' : ''}`;
  const lines: string[] = [head];
  let previous = 0;
  for (const hit of hits) {
    if (previous !== 0 && hit.line !== previous + 1) lines.push('--');
    lines.push(`${hit.line + shift}${hit.isMatch ? ':' : '-'}\t${hit.text}`);
    previous = hit.line;
  }
  return lines.join('\n');
}

async function* artifactChunks(
  artifacts: ToolContext['artifacts'],
  { id, byteLength }: ArtifactMetadata,
): AsyncIterable<Uint8Array> {
  for (let start = 0; start < byteLength; start += limits.artifactChunkBytes) {
    const chunk = await artifacts.readBytes(id, start, start + limits.artifactChunkBytes);
    if (chunk === null) return;
    yield chunk;
  }
}

/** Recalled text is never split again, only bounded, and says where it was cut. */
function bounded(text: string, maxTokens: number, count: ToolContext['count']): string {
  const note = `(cut at ${maxTokens.toLocaleString('en-US')} tokens: ask for fewer lines, or raise maxTokens)`;
  const fitting = takeTokens(text, maxTokens, count);
  if (fitting === text) return text;
  return `${takeTokens(text, Math.max(1, maxTokens - count(note) - 1), count).trimEnd()}\n${note}`;
}
