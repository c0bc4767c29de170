import { createDiffLocator, type DiffLocation } from '#lib/core/algorithms/diff/locate-lines.ts';
import { createLineFeed } from '#lib/core/algorithms/lines/line-feed.ts';
import { formatLineRange, type LineRange, parseLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { cutText } from '#lib/core/algorithms/text/cut-text.ts';
import { oneLine } from '#lib/core/algorithms/text/one-line.ts';
import { isVitrineError, VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { attachmentSettings } from '#lib/runs/attachment-settings.ts';
import { rangeForModel, readForModel } from '#lib/runs/attachment-text.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import { requireReadable } from '../access.ts';
import { readableText } from '../artifacts/text-pieces.ts';
import type { MemberCall } from '../member-call.ts';
import { attachmentDoors } from './attachment-doors.ts';
import { submitMessage } from './submit-message.ts';

export interface ReviewComment {
  /** A diff. */
  artifactId: string;
  /** Lines of the diff: `L40-L62`. */
  lines: string;
  text: string;
}

interface ReviewRequest {
  comments: readonly ReviewComment[];
  clientMessageId?: string | undefined;
}

/** More of the lines than this is left to the diff itself. */
const quotedLines = 20;
/** 50 comments with all they quote fit into one message, but for the longest of comments. */
const quotedCharacters = 120;

/**
 * Sends comments on lines of diffs to the agent as one message: each with its file, its lines in that, and what they
 * say, as the model may read it.
 * @throws VitrineError `not_found`, `not_possible` where it is no diff, `invalid_lines`, `artifact_expired`, and as submitMessage does
 */
export async function submitReview(
  call: MemberCall,
  conversation: Conversation,
  { comments, clientMessageId }: ReviewRequest,
): Promise<{ runId: string | null; messageId: string }> {
  const { origin, services } = call;
  const parts = await services.wholeReads.run(limits.attachmentBytes, origin.signal, () =>
    describeComments(call, conversation, comments),
  );
  const head =
    parts.length === 1 ? 'A comment on your changes:' : `${parts.length} comments on your changes:`;
  const numbered = parts.length === 1 ? parts : parts.map((part, index) => `${index + 1}. ${part}`);
  return await submitMessage(call, conversation, {
    text: [head, ...numbered].join('\n\n'),
    clientMessageId,
    // Its quotes are short, and belong beside the comment.
    pasteAsText: true,
    mentioning: comments.map(({ text }) => text).join('\n'),
  });
}

async function describeComments(
  { member, services }: MemberCall,
  conversation: Conversation,
  comments: readonly ReviewComment[],
): Promise<string[]> {
  const { artifacts } = services.stores;
  const state = await services.readState(conversation.id);
  const { secrets } = await attachmentSettings(attachmentDoors(services), state);
  const parts = new Map<ReviewComment, string>();
  for (const [artifactId, ofOne] of Map.groupBy(comments, (comment) => comment.artifactId)) {
    const { metadata } = (await requireReadable(services, member, artifactId)).artifact;
    if (metadata.type !== 'diff')
      throw new VitrineError(
        'not_possible',
        `${metadata.title} is no diff, so it has no changes to comment on`,
      );
    const locations = await locate(
      artifacts,
      metadata,
      ofOne.map(({ lines }) => readRange(lines)),
    );
    for (const [index, comment] of ofOne.entries()) {
      const range = readRange(comment.lines);
      const shown = { from: range.from, to: Math.min(range.to, range.from + quotedLines - 1) };
      const quotes = async () => {
        // What is not quoted has to be there too.
        rangeForModel(metadata, comment.lines);
        return await readForModel(artifacts, { metadata, lines: formatLineRange(shown) }, secrets);
      };
      const { body } = await quotes().catch((error: unknown) => {
        throw withLocation(error, describeLocation(locations[index]));
      });
      const quoted = quote(body.text, range.to - shown.to, `${artifactId}#${formatLineRange(range)}`);
      parts.set(comment, `${describeLocation(locations[index])}:\n\n${quoted}\n\n${comment.text.trim()}`);
    }
  }
  return comments.map((comment) => parts.get(comment) ?? '');
}

function readRange(lines: string): LineRange {
  const range = parseLineRange(lines);
  if (range === null) throw new VitrineError('invalid_lines', 'lines must be a range such as L40-L62');
  return range;
}

/** Reads the diff up to the last of the lines: their file is named far above them. */
async function locate(
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
  ranges: readonly LineRange[],
): Promise<DiffLocation[]> {
  const locator = createDiffLocator(ranges);
  const feed = createLineFeed(limits.lineCharacters);
  let left = Math.max(...ranges.map(({ to }) => to));
  for await (const text of readableText(artifacts, metadata, { start: 0, end: metadata.byteLength })) {
    for (const line of feed.push(text)) if (left-- > 0) locator.line(line);
    if (left <= 0) break;
  }
  if (left > 0) for (const line of feed.finish()) locator.line(line);
  return locator.finish();
}

/** One of several comments failed: which. */
const withLocation = (error: unknown, location: string): unknown =>
  isVitrineError(error)
    ? new VitrineError(error.code, `The comment on ${location}: ${error.message}`, { cause: error })
    : error;

function describeLocation(location: DiffLocation | undefined): string {
  if (!location || location.path === null) return 'The diff';
  const { path, lines, isDeleted } = location;
  const file = `\`${oneLine(path).replaceAll('`', 'ˋ')}\``;
  if (lines === null) return file;
  const { from, to } = lines;
  const words = from === to ? `line ${from}` : `lines ${from}–${to}`;
  return `${file}, ${isDeleted ? `deleted ${words}` : words}`;
}

function quote(text: string, rest: number, reference: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const shown = lines.map((line) => cutText(line, quotedCharacters));
  // Indented, which reads well as it is: people's messages are shown as typed.
  const indented = shown.map((line) => `    ${line}`).join('\n');
  return rest > 0 ? `${indented}\n\n(${rest} more of them in ${reference})` : indented;
}
