import { chunkLines } from '../../api/chunk-lines.ts';

/** What a list of files, folded and unfolded, is made of: the head of a file, or some of its lines. */
export type SectionItem =
  | { kind: 'head'; section: number }
  | { kind: 'part'; section: number; part: SectionPart };

/** Lines of a section that are of one chunk of the artifact, so that they come together. */
export interface SectionPart {
  /** Its place among the parts of its section. */
  index: number;
  chunk: number;
  /** Places within the chunk, `to` not included. */
  from: number;
  to: number;
}

interface Lines {
  /** From 1. */
  from: number;
  lineCount: number;
}

/** The items in sight of somebody who scrolls through all of it. */
export function sectionItems(
  sections: readonly Lines[],
  isFolded: (section: number) => boolean,
): SectionItem[] {
  return sections.flatMap((lines, section): SectionItem[] => [
    { kind: 'head', section },
    ...(isFolded(section)
      ? []
      : sectionParts(lines).map((part): SectionItem => ({ kind: 'part', section, part }))),
  ]);
}

export function sectionParts({ from, lineCount }: Lines): SectionPart[] {
  const parts: SectionPart[] = [];
  const end = from - 1 + lineCount;
  for (let at = from - 1; at < end; ) {
    const chunk = Math.floor(at / chunkLines);
    const to = Math.min(end, (chunk + 1) * chunkLines);
    parts.push({ index: parts.length, chunk, from: at - chunk * chunkLines, to: to - chunk * chunkLines });
    at = to;
  }
  return parts;
}
