import type { ArtifactMetadata } from '../core/artifact.ts';
import { createDiffSections } from '../core/diff-sections.ts';
import { diffStart, diffUnknown } from '../core/diff-state.ts';
import { VitrineError } from '../core/errors.ts';
import type { DiffSection, MatchesSection, SectionReader } from '../core/file-section.ts';
import { limits } from '../core/limits.ts';
import { createMatchSections } from '../core/match-sections.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { readableText } from './text-pieces.ts';

/**
 * Where the files of a search, or of what is read as a diff, begin in it: `{ sections, isCut }`. Read once from end to end, in bounded memory.
 * @throws VitrineError `artifact_expired`, `not_text`
 */
export async function divideByFile(
  { signal }: Request,
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
): Promise<Response> {
  if (metadata.state === 'expired') throw expired();
  const reader = readerOf(metadata);
  const lines = createLineFeed(reader, limits.lineCharacters);
  for await (const text of readableText(artifacts, metadata, { start: 0, end: metadata.byteLength })) {
    if (signal.aborted) break;
    lines.push(text);
  }
  lines.finish();
  const now = await artifacts.get(metadata.id);
  if (!now || now.metadata.state === 'expired') throw expired();
  return Response.json(reader.finish(), { headers: { 'Cache-Control': 'private, no-store' } });
}

const expired = () => new VitrineError('artifact_expired', 'Expired');

function readerOf({
  type,
  lineCount,
  firstLine,
  files,
}: ArtifactMetadata): SectionReader<DiffSection | MatchesSection> {
  if (lineCount === null) throw new VitrineError('not_text', 'This artifact is not text and has no lines');
  if (type === 'matches') return createMatchSections(files, limits.fileSections);
  // Files and outputs may hold a diff; what holds none is one section of no file.
  return createDiffSections(firstLine === 1 ? diffStart : diffUnknown, limits.fileSections);
}

/** Cuts text that comes in any pieces into lines; of a long one only as much as people are shown. */
function createLineFeed(reader: { line(text: string): void }, mostCharacters: number) {
  let rest = '';
  const give = (line: string) => reader.line(line.endsWith('\r') ? line.slice(0, -1) : line);
  return {
    push(text: string) {
      let at = 0;
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', at)) {
        give(rest === '' ? text.slice(at, end) : rest + text.slice(at, Math.min(end, at + mostCharacters)));
        rest = '';
        at = end + 1;
      }
      if (rest.length < mostCharacters) rest += text.slice(at, at + mostCharacters);
    },
    finish() {
      if (rest !== '') give(rest);
    },
  };
}
