import { chunkLines } from '#components/artifacts/api/chunk-lines.ts';

/** An item in a list of files: the head of a file, or some of its lines. */
export type SectionItem =
  | { kind: 'head'; section: number }
  | { kind: 'part'; section: number; part: SectionPart };

/** Lines of a section that are in one chunk of the artifact, so that they load together. */
export interface SectionPart {
  /** Its index among the parts of its section. */
  index: number;
  chunk: number;
  /** Index within the chunk; `to` is excluded. */
  from: number;
  to: number;
}

interface Lines {
  /** First line, from 1. */
  from: number;
  lineCount: number;
}

/** All items of the list: each section's head, and its parts unless it is folded. */
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
