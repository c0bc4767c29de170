import {
  Binary,
  Braces,
  FileCode,
  FileDiff,
  FileText,
  Image,
  ListTree,
  type LucideIcon,
  Play,
  ScrollText,
  Table,
  Terminal,
  TextSearch,
} from 'lucide-react';
import type { ArtifactType } from '#lib/core/vocabulary/artifact.ts';
import type { TitleKind } from '../text/title-text.tsx';

interface ArtifactPresentation {
  icon: LucideIcon;
  /** As in "Could not load the …". */
  noun: string;
  /** As in "1.4 MB of …". */
  stuff: string;
  /** What kind of text its title is. */
  title: TitleKind;
  /** The name of its lines. */
  unit: [singular: string, plural: string];
}

const lines: ArtifactPresentation['unit'] = ['line', 'lines'];

export const artifactPresentations: Record<ArtifactType, ArtifactPresentation> = {
  text: { icon: FileText, noun: 'text', stuff: 'text', title: 'words', unit: lines },
  file: { icon: FileCode, noun: 'file', stuff: 'file content', title: 'path', unit: lines },
  terminal: { icon: Terminal, noun: 'output', stuff: 'terminal output', title: 'command', unit: lines },
  matches: {
    icon: TextSearch,
    noun: 'matches',
    stuff: 'matches',
    title: 'words',
    unit: ['match', 'matches'],
  },
  tree: { icon: ListTree, noun: 'listing', stuff: 'listing', title: 'path', unit: ['entry', 'entries'] },
  diff: { icon: FileDiff, noun: 'diff', stuff: 'diff', title: 'path', unit: lines },
  image: { icon: Image, noun: 'image', stuff: 'image data', title: 'path', unit: lines },
  media: { icon: Play, noun: 'media', stuff: 'media', title: 'words', unit: lines },
  json: { icon: Braces, noun: 'JSON', stuff: 'JSON', title: 'path', unit: lines },
  table: { icon: Table, noun: 'table', stuff: 'table data', title: 'path', unit: lines },
  markdown: { icon: FileText, noun: 'document', stuff: 'markdown', title: 'path', unit: lines },
  html: { icon: FileCode, noun: 'page', stuff: 'HTML', title: 'path', unit: lines },
  log: { icon: ScrollText, noun: 'log', stuff: 'log', title: 'path', unit: lines },
  binary: { icon: Binary, noun: 'data', stuff: 'binary data', title: 'path', unit: lines },
};

/** Says who asked for it: only commands are "run". */
export const shownBy = (type: ArtifactType): string => (type === 'terminal' ? 'run by' : 'shown by');
