import type { ArtifactMetadata, ArtifactType } from '../../lib/core/artifact.ts';
import { stateAfterLines } from '../../lib/core/terminal-text.ts';
import { CodeChunk } from './code-chunk.tsx';
import { DiffChunk } from './diff-chunk.tsx';
import { diffStates } from './diff-state.ts';
import { codeStates } from './lexer-state.ts';
import { MatchesChunk } from './matches-chunk.tsx';
import { languageOfPath, prismLanguage } from './prism-language.ts';
import { TerminalChunk } from './terminal-chunk.tsx';
import { TreeChunk } from './tree-chunk.tsx';
import type { Viewer } from './viewer.ts';

const languageOf = (metadata: ArtifactMetadata): string | null =>
  (metadata.language === null ? null : prismLanguage(metadata.language)) ?? languageOfPath(metadata.title);

const code = (language: (metadata: ArtifactMetadata) => string | null): Viewer => ({
  kind: 'lines',
  Chunk: CodeChunk,
  hasFixedRows: true,
  language,
  states: (metadata) => codeStates(language(metadata)),
});

const noStates = () => null;
const plain = code(() => null);

/** Who shows what. A new type of artifact does not compile until it stands here. */
export const viewers: Record<ArtifactType, Viewer> = {
  text: plain,
  file: code(languageOf),
  terminal: {
    kind: 'lines',
    Chunk: TerminalChunk,
    hasFixedRows: true,
    language: () => null,
    states: () => ({ after: stateAfterLines, start: '', unknown: '' }),
  },
  matches: {
    kind: 'lines',
    Chunk: MatchesChunk,
    hasFixedRows: false,
    language: () => null,
    states: noStates,
  },
  tree: { kind: 'lines', Chunk: TreeChunk, hasFixedRows: true, language: () => null, states: noStates },
  diff: {
    kind: 'lines',
    Chunk: DiffChunk,
    hasFixedRows: true,
    language: () => 'diff',
    // A share of some lines begins anywhere.
    states: ({ firstLine }) => (firstLine === 1 ? diffStates : { ...diffStates, start: diffStates.unknown }),
  },
  image: { kind: 'image' },
  media: { kind: 'media' },
  json: code(() => 'json'),
  table: plain,
  markdown: code(() => 'markdown'),
  html: code(() => 'markup'),
  log: plain,
  binary: { kind: 'bytes' },
};
