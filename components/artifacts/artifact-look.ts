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
import type { ArtifactType } from '../../lib/core/artifact.ts';

interface Look {
  icon: LucideIcon;
  /** "Could not load the …". */
  noun: string;
  /** "1.4 MB of …". */
  stuff: string;
  /** Its title is a path or a command, set in code. */
  isPath: boolean;
  /** What its lines are called. */
  unit: [singular: string, plural: string];
}

const lines: Look['unit'] = ['line', 'lines'];

export const artifactLooks: Record<ArtifactType, Look> = {
  text: { icon: FileText, noun: 'text', stuff: 'text', isPath: false, unit: lines },
  file: { icon: FileCode, noun: 'file', stuff: 'file content', isPath: true, unit: lines },
  terminal: { icon: Terminal, noun: 'output', stuff: 'terminal output', isPath: true, unit: lines },
  matches: { icon: TextSearch, noun: 'matches', stuff: 'matches', isPath: false, unit: lines },
  tree: { icon: ListTree, noun: 'listing', stuff: 'listing', isPath: true, unit: ['entry', 'entries'] },
  diff: { icon: FileDiff, noun: 'diff', stuff: 'diff', isPath: true, unit: lines },
  image: { icon: Image, noun: 'image', stuff: 'image data', isPath: true, unit: lines },
  media: { icon: Play, noun: 'media', stuff: 'media', isPath: false, unit: lines },
  json: { icon: Braces, noun: 'JSON', stuff: 'JSON', isPath: true, unit: lines },
  table: { icon: Table, noun: 'table', stuff: 'table data', isPath: true, unit: lines },
  markdown: { icon: FileText, noun: 'document', stuff: 'markdown', isPath: true, unit: lines },
  html: { icon: FileCode, noun: 'page', stuff: 'HTML', isPath: true, unit: lines },
  log: { icon: ScrollText, noun: 'log', stuff: 'log', isPath: true, unit: lines },
  binary: { icon: Binary, noun: 'data', stuff: 'binary data', isPath: true, unit: lines },
};
