import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const folder = join(import.meta.dirname, '..', '..', 'tests', 'fixtures', 'split');

const describedSchema = z.object({
  command: z.string(),
  /** The program and its version. */
  program: z.string(),
  tool: z.string(),
  args: z.record(z.string(), z.unknown()),
  exitCode: z.number().nullable(),
});

/** The output of a real program, and the command that ran: `recording('builds/tsc-errors')`. */
export function recording(name: string) {
  const described = describedSchema.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
  const bytes = readFileSync(join(folder, `${name}.txt`));
  return { ...described, bytes, text: bytes.toString('utf8') };
}

/** All recordings, with their names. */
export const allRecordings = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .toSorted()
    .map((path) => path.slice(0, -'.json'.length))
    .map((name) => ({ name, ...recording(name) }));
