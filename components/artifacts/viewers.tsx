import type { ArtifactMetadata, ArtifactType } from '../../lib/core/artifact.ts';
import { CodeChunk } from './code-chunk.tsx';
import { MatchesChunk } from './matches-chunk.tsx';
import { languageOfPath, prismLanguage } from './prism-language.ts';
import { TreeChunk } from './tree-chunk.tsx';
import type { Viewer } from './viewer.ts';

const languageOf = (metadata: ArtifactMetadata): string | null =>
  (metadata.language === null ? null : prismLanguage(metadata.language)) ?? languageOfPath(metadata.title);

const code = (language: (metadata: ArtifactMetadata) => string | null): Viewer => ({
  kind: 'lines',
  Chunk: CodeChunk,
  hasFixedRows: true,
  language,
});

const plain = code(() => null);

/** Who shows what. A new type of artifact does not compile until it stands here. */
export const viewers: Record<ArtifactType, Viewer> = {
  text: plain,
  file: code(languageOf),
  terminal: plain,
  matches: { kind: 'lines', Chunk: MatchesChunk, hasFixedRows: false, language: () => null },
  tree: { kind: 'lines', Chunk: TreeChunk, hasFixedRows: true, language: () => null },
  diff: code(() => 'diff'),
  image: { kind: 'bytes' },
  media: { kind: 'bytes' },
  json: code(() => 'json'),
  table: plain,
  markdown: code(() => 'markdown'),
  html: code(() => 'markup'),
  log: plain,
  binary: { kind: 'bytes' },
};
