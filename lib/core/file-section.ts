import type { FileFate } from './diff-head.ts';

/** The lines of a diff or of a search that are of one file. */
interface Section {
  /** `null`: its lines do not tell. */
  path: string | null;
  /** The place of its first line in the artifact, from 1. */
  from: number;
  lineCount: number;
}

export interface DiffSection extends Section {
  fate: FileFate;
  /** Where it was renamed: its name before. */
  oldPath: string | null;
  /** Lines before its first hunk, which name it. */
  headLineCount: number;
  added: number;
  deleted: number;
}

export interface MatchesSection extends Section {
  matchCount: number;
}

/** A text divided by the files it is about, in order and without gaps. */
export interface Sections<T extends Section = DiffSection | MatchesSection> {
  sections: T[];
  /** There are more files than are told one by one: their lines are in no section. */
  isCut: boolean;
}

/** Takes the lines of a text one after another, without their ends. */
export interface SectionReader<T extends Section> {
  line(text: string): void;
  finish(): Sections<T>;
}
