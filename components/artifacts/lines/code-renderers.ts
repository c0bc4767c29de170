import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { codeStates } from '../text/lexer-state.ts';
import { languageOfPath, prismLanguage } from '../text/prism-language.ts';
import { CodeChunk } from './code-chunk.tsx';
import type { LineRenderer } from './line-renderer.ts';

const codeRenderer = (language: LineRenderer['language']): LineRenderer => ({
  Chunk: CodeChunk,
  hasFixedRows: true,
  language,
  states: (metadata) => codeStates(language(metadata)),
});

const languageOf = ({ language, title }: ArtifactMetadata): string | null =>
  (language === null ? null : prismLanguage(language)) ?? languageOfPath(title);

export const plainRenderer = codeRenderer(() => null);
export const fileRenderer = codeRenderer(languageOf);
export const jsonRenderer = codeRenderer(() => 'json');
export const markdownRenderer = codeRenderer(() => 'markdown');
export const htmlRenderer = codeRenderer(() => 'markup');
