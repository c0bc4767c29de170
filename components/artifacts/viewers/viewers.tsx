import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '#components/ui/lazy-component.tsx';
import { stateAfterLines } from '#lib/core/algorithms/terminal/terminal-text.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { RichView, RichViewProps, Viewer } from '../lines/viewer.ts';
import { codeStates } from '../text/lexer-state.ts';
import { LoadSkeleton } from '../text/load-skeleton.tsx';
import { languageOfPath, prismLanguage } from '../text/prism-language.ts';
import { CodeChunk } from './code-chunk.tsx';
import { DiffChunk } from './diff/diff-chunk.tsx';
import { diffStates } from './diff/diff-state.ts';
import { MatchesChunk } from './matches/matches-chunk.tsx';
import { TerminalChunk } from './terminal/terminal-chunk.tsx';
import { TreeChunk } from './tree/tree-chunk.tsx';
import type { viewerKinds } from './viewer-kinds.ts';

const Waiting = () => <LoadSkeleton rows={12} />;
const richView = (load: () => Promise<ComponentType<RichViewProps>>): LazyComponent<RichViewProps> =>
  lazyComponent(load, Waiting);

const languageOf = (metadata: ArtifactMetadata): string | null =>
  (metadata.language === null ? null : prismLanguage(metadata.language)) ?? languageOfPath(metadata.title);

const code = (
  language: (metadata: ArtifactMetadata) => string | null,
  rich: RichView | null = null,
): ViewerOf<'lines'> => ({
  kind: 'lines',
  Chunk: CodeChunk,
  hasFixedRows: true,
  language,
  states: (metadata) => codeStates(language(metadata)),
  rich,
});

const noStates = () => null;
const plain = code(() => null);

const jsonTree: RichView = {
  label: 'Tree',
  View: richView(async () => (await import('./json/json-view.tsx')).JsonView),
  isFirst: true,
};
const dataTable: RichView = {
  label: 'Table',
  View: richView(async () => (await import('./table/table-view.tsx')).TableView),
  isFirst: true,
};

const markdownPage: RichView = {
  label: 'Page',
  View: richView(async () => (await import('./markdown/markdown-view.tsx')).MarkdownView),
  isFirst: true,
};
const htmlPreview: RichView = {
  label: 'Preview',
  View: richView(async () => (await import('./html/html-view.tsx')).HtmlView),
  isFirst: false,
};
const levelledLog: RichView = {
  label: 'Log',
  View: richView(async () => (await import('./log/log-view.tsx')).LogView),
  isFirst: true,
  isOfLines: true,
};

type ViewerOf<Kind> = Extract<Viewer, { kind: Kind }>;

/** The viewer of each artifact type. A new type does not compile until it is listed here. */
export const viewers: { [Type in keyof typeof viewerKinds]: ViewerOf<(typeof viewerKinds)[Type]> } = {
  text: plain,
  file: code(languageOf),
  terminal: {
    kind: 'lines',
    Chunk: TerminalChunk,
    hasFixedRows: true,
    language: () => null,
    states: () => ({ after: stateAfterLines, start: '', unknown: '' }),
    rich: null,
  },
  matches: {
    kind: 'lines',
    Chunk: MatchesChunk,
    hasFixedRows: false,
    language: () => null,
    states: noStates,
    rich: {
      label: 'Files',
      View: richView(async () => (await import('./files/matches-files.tsx')).MatchesFiles),
      isFirst: true,
    },
  },
  tree: {
    kind: 'lines',
    Chunk: TreeChunk,
    hasFixedRows: true,
    language: () => null,
    states: noStates,
    rich: {
      label: 'Tree',
      View: richView(async () => (await import('./tree/tree-view.tsx')).TreeView),
      isFirst: true,
    },
  },
  diff: {
    kind: 'lines',
    Chunk: DiffChunk,
    hasFixedRows: true,
    language: () => 'diff',
    // A share of selected lines may begin in the middle of a diff.
    states: ({ firstLine }) => (firstLine === 1 ? diffStates : { ...diffStates, start: diffStates.unknown }),
    rich: {
      label: 'Files',
      View: richView(async () => (await import('./files/diff-files.tsx')).DiffFiles),
      isFirst: true,
    },
  },
  image: { kind: 'image' },
  media: { kind: 'media' },
  json: code(() => 'json', jsonTree),
  table: code(() => null, dataTable),
  markdown: code(() => 'markdown', markdownPage),
  html: code(() => 'markup', htmlPreview),
  log: code(() => null, levelledLog),
  binary: { kind: 'bytes' },
};
