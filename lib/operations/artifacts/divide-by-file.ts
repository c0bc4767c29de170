import { createDiffSections } from '#lib/core/algorithms/diff/diff-sections.ts';
import { diffStart, diffUnknown } from '#lib/core/algorithms/diff/diff-state.ts';
import type {
  DiffSection,
  MatchesSection,
  SectionReader,
  Sections,
} from '#lib/core/algorithms/lines/file-section.ts';
import { createLineFeed } from '#lib/core/algorithms/lines/line-feed.ts';
import { createMatchSections } from '#lib/core/algorithms/lines/match-sections.ts';
import { expired } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import type { Origin } from '../origin.ts';
import { requireText } from './require-text.ts';
import { readableText } from './text-pieces.ts';

/**
 * Where each file's section starts in search results or in text that is read as a diff. The text is read once
 * from start to end, in bounded memory.
 * @throws VitrineError `artifact_expired`, `not_text`
 */
export async function divideByFile(
  { signal }: Pick<Origin, 'signal'>,
  artifacts: ArtifactStore,
  metadata: ArtifactMetadata,
): Promise<Sections<DiffSection> | Sections<MatchesSection>> {
  requireText(metadata);
  const reader = readerOf(metadata);
  const feed = createLineFeed(limits.lineCharacters);
  for await (const text of readableText(artifacts, metadata, { start: 0, end: metadata.byteLength })) {
    if (signal.aborted) break;
    for (const line of feed.push(text)) reader.line(line);
  }
  for (const line of feed.finish()) reader.line(line);
  const now = await artifacts.get(metadata.id);
  if (!now || now.metadata.state === 'expired') throw expired();
  return reader.finish();
}

function readerOf({
  type,
  firstLine,
  files,
}: ArtifactMetadata): SectionReader<DiffSection> | SectionReader<MatchesSection> {
  if (type === 'matches') return createMatchSections(files, limits.fileSections);
  // Files and command output may contain a diff; text without one is a single section without a file.
  return createDiffSections(firstLine === 1 ? diffStart : diffUnknown, limits.fileSections);
}
