import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const questionSchema = z.object({
  ask: z.string(),
  /** A regular expression, flags `im`. */
  answer: z.string(),
  kind: z.enum(['must-in-summary', 'recallable']),
  /** The answer does not stand in the output: it is counted, say. */
  derived: z.boolean().default(false),
  /** What a model would type that does not know the answer. */
  recallQuery: z.string().optional(),
});

const caseSchema = z.object({
  id: z.string(),
  tool: z.string(),
  toolClass: z.string(),
  args: z.record(z.string(), z.unknown()),
  exitCode: z.int().nullable(),
  questions: z.array(questionSchema),
});

export type Question = z.infer<typeof questionSchema>;

/** A recorded output of a real program, with what one wants to know of it. */
export interface CorpusCase extends z.infer<typeof caseSchema> {
  outputPath: string;
  bytes: Uint8Array;
}

/** Of `VITRINE_CORPUS`; else beside the project. */
export const corpusFolder = (): string =>
  process.env.VITRINE_CORPUS ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus', 'dev');

/** @param folder of `<name>/case.json` and `<name>/output.txt` */
export function readCorpus(folder: string): CorpusCase[] {
  if (!existsSync(folder)) {
    throw new Error(`there is no corpus at ${folder}: name its folder in VITRINE_CORPUS`);
  }
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const outputPath = join(folder, name, 'output.txt');
      const read: unknown = JSON.parse(readFileSync(join(folder, name, 'case.json'), 'utf8'));
      return { ...caseSchema.parse(read), outputPath, bytes: readFileSync(outputPath) };
    });
}
