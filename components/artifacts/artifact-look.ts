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
  /** What it is in a sentence: "1.4 MB of terminal output". */
  noun: string;
  /** Its title is a path or a command, set in code. */
  isPath: boolean;
  /** What its lines are called. */
  unit: [singular: string, plural: string];
}

const lines: Look['unit'] = ['line', 'lines'];

export const artifactLooks: Record<ArtifactType, Look> = {
  text: { icon: FileText, noun: 'text', isPath: false, unit: lines },
  file: { icon: FileCode, noun: 'a file', isPath: true, unit: lines },
  terminal: { icon: Terminal, noun: 'terminal output', isPath: true, unit: lines },
  matches: { icon: TextSearch, noun: 'matches', isPath: false, unit: lines },
  tree: { icon: ListTree, noun: 'a listing', isPath: true, unit: ['entry', 'entries'] },
  diff: { icon: FileDiff, noun: 'a diff', isPath: true, unit: lines },
  image: { icon: Image, noun: 'an image', isPath: true, unit: lines },
  media: { icon: Play, noun: 'media', isPath: false, unit: lines },
  json: { icon: Braces, noun: 'JSON', isPath: true, unit: lines },
  table: { icon: Table, noun: 'a table', isPath: true, unit: lines },
  markdown: { icon: FileText, noun: 'markdown', isPath: true, unit: lines },
  html: { icon: FileCode, noun: 'HTML', isPath: true, unit: lines },
  log: { icon: ScrollText, noun: 'a log', isPath: true, unit: lines },
  binary: { icon: Binary, noun: 'binary data', isPath: true, unit: lines },
};
