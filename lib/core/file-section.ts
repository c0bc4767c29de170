import { z } from 'zod';

/** What a diff did to a file. */
const fileFateSchema = z.enum(['changed', 'added', 'deleted', 'renamed']);
export type FileFate = z.infer<typeof fileFateSchema>;

/** The lines of a diff or of a search that belong to one file. */
const section = {
  /** `null`: its lines do not say. */
  path: z.string().nullable(),
  /** Position of its first line in the artifact, from 1. */
  from: z.number().int(),
  lineCount: z.number().int(),
};

const diffSectionSchema = z.object({
  ...section,
  fate: fileFateSchema,
  /** Its name before it was renamed. */
  oldPath: z.string().nullable(),
  /** Lines before its first hunk, which name it. */
  headLineCount: z.number().int(),
  added: z.number().int(),
  deleted: z.number().int(),
});
export type DiffSection = z.infer<typeof diffSectionSchema>;

const matchesSectionSchema = z.object({ ...section, matchCount: z.number().int() });
export type MatchesSection = z.infer<typeof matchesSectionSchema>;

/** There are more files than the limit: lines of the others are in no section. */
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

/** Takes the lines of a text one after another, without their ends. */
export interface SectionReader<T extends DiffSection | MatchesSection> {
  line(text: string): void;
  finish(): Sections<T>;
}
