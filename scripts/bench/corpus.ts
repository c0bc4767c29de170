import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const questionSchema = z.object({
  ask: z.string(),
  /** A regular expression, with flags `im`. */
  answer: z.string(),
  kind: z.enum(['must-in-summary', 'recallable']),
  /** The answer is not in the output as text: it is a count, for example. */
  derived: z.boolean().default(false),
  /** What a model that does not know the answer would type. */
  recallQuery: z.string().optional(),
});

const caseSchema = z.object({
  tool: z.string(),
  /** The group of the table it is counted in: a tool's name, `json_mcp`, or `run:` and what was run (`run:build`). */
  toolClass: z.string(),
  args: z.record(z.string(), z.unknown()),
  exitCode: z.int().nullable(),
  questions: z.array(questionSchema),
});

/** Instead of an output and its call: the name of one of the recordings that the tests use. */
const recordedSchema = z.object({ recording: z.string().optional() });

export type CorpusQuestion = z.infer<typeof questionSchema>;

/** A recorded output of a real program, with questions about it. */
export interface CorpusCase extends z.infer<typeof caseSchema> {
  /** The name of its folder. */
  id: string;
  outputPath: string;
  bytes: Uint8Array;
}

const recordings = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'split');

/** `VITRINE_CORPUS`, or the repository's own. */
export const corpusFolder = (): string => process.env.VITRINE_CORPUS ?? join(import.meta.dirname, 'corpus');

const readJson = (path: string): object => z.looseObject({}).parse(JSON.parse(readFileSync(path, 'utf8')));

/** @param folder contains `<name>/case.json`, each naming a `recording` or next to its own `output.txt` */
export function readCorpus(folder: string): CorpusCase[] {
  if (!existsSync(folder)) {
    throw new Error(`there is no corpus at ${folder}: name its folder in VITRINE_CORPUS`);
  }
  return readdirSync(folder)
    .toSorted()
    .map((id) => {
      const asked = readJson(join(folder, id, 'case.json'));
      const { recording } = recordedSchema.parse(asked);
      const call = recording === undefined ? {} : readJson(join(recordings, `${recording}.json`));
      const outputPath =
        recording === undefined ? join(folder, id, 'output.txt') : join(recordings, `${recording}.txt`);
      return { ...caseSchema.parse({ ...call, ...asked }), id, outputPath, bytes: readFileSync(outputPath) };
    });
}
