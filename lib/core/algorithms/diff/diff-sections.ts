import type { DiffSection, SectionReader } from '../lines/file-section.ts';
import { diffHeadPath, startsDiffHead } from './diff-head.ts';
import { type DiffState, readDiffLine } from './diff-state.ts';

/**
 * Divides a unified diff by its files; memory grows only with their number.
 * @param start the state before its first line
 * @param max maximum number of files that are listed individually
 */
export function createDiffSections(start: DiffState, max: number): SectionReader<DiffSection> {
  const sections: DiffSection[] = [];
  let isCut = false;
  let state = start;
  let index = 0;
  let current: DiffSection | null = null;
  /** The previous line: how it is read may depend on the line after it. */
  let buffered: string | null = null;

  /** The section's path comes from the head, if there is one. */
  const open = (): DiffSection | null => {
    isCut ||= sections.length === max;
    if (isCut) return null;
    const section: DiffSection = {
      path: null,
      from: index,
      lineCount: 0,
      status: 'changed',
      oldPath: null,
      headLineCount: 0,
      added: 0,
      deleted: 0,
    };
    sections.push(section);
    return section;
  };

  const read = (text: string, following: string | undefined) => {
    const before = state;
    const { kind, state: after } = readDiffLine(text, following, before);
    state = after;
    index += 1;
    const isNewFile = kind === 'head' && (before.at !== 'head' || startsDiffHead(text, before.head));
    // Text before the first file gets a section to itself.
    const isFirstHead = kind === 'head' && current?.headLineCount === 0;
    if (isNewFile || isFirstHead || (current === null && !isCut)) current = open();
    if (current === null) return;
    current.lineCount += 1;
    if (kind === 'head') {
      const { status, oldPath } = after.head;
      Object.assign(current, { path: diffHeadPath(after.head), status, oldPath });
      current.headLineCount = current.lineCount;
    } else if (kind === 'add') current.added += 1;
    else if (kind === 'del') current.deleted += 1;
  };

  return {
    line(text) {
      if (buffered !== null) read(buffered, text);
      buffered = text;
    },
    finish() {
      if (buffered !== null) read(buffered, undefined);
      buffered = null;
      return { sections, isCut };
    },
  };
}
