import { z } from 'zod';

/** What a diff did to a file. */
const sectionStatusSchema = z.enum(['changed', 'added', 'deleted', 'renamed']);
export type SectionStatus = z.infer<typeof sectionStatusSchema>;

/** The lines of a diff or of a search result that belong to one file. */
const section = {
  /** `null`: the lines do not name it. */
  path: z.string().nullable(),
  /** Position of its first line in the artifact, from 1. */
  from: z.number().int(),
  lineCount: z.number().int(),
};

const diffSectionSchema = z.object({
  ...section,
  status: sectionStatusSchema,
  /** Its name before the rename. */
  oldPath: z.string().nullable(),
  /** Number of lines before its first hunk, which name the file. */
  headLineCount: z.number().int(),
  added: z.number().int(),
  deleted: z.number().int(),
});
export type DiffSection = z.infer<typeof diffSectionSchema>;

const matchesSectionSchema = z.object({ ...section, matchCount: z.number().int() });
export type MatchesSection = z.infer<typeof matchesSectionSchema>;

/** There are more files than the limit; the lines of the others are in no section. */
const isCut = z.boolean();

/** A text divided by its files, in order and without gaps. */
export const sectionsSchema = z.union([
  z.object({ sections: z.array(diffSectionSchema), isCut }),
  z.object({ sections: z.array(matchesSectionSchema), isCut }),
]);
export interface Sections<T extends DiffSection | MatchesSection> {
  sections: T[];
  isCut: boolean;
}

/** Receives the lines of a text one by one, without their line ends. */
export interface SectionReader<T extends DiffSection | MatchesSection> {
  line(text: string): void;
  finish(): Sections<T>;
}
