import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { errorMessage } from '../lib/core/errors.ts';
import { splitLevels } from '../lib/split/split.ts';
import { splitRecording } from './split/split-recording.ts';

/**
 * What a model would read of any output: one case per line on standard input, one view per line on standard
 * output, in the same order. An invalid line is answered with an error.
 */
const caseSchema = z.object({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()).nullish(),
  exitCode: z.int().nullish(),
  streams: z.enum(['stdout', 'stderr', 'both', 'none']).nullish(),
  outputPath: z.string(),
  level: z.enum(splitLevels).nullish(),
});

async function answer(line: string): Promise<object> {
  try {
    const parsed = caseSchema.safeParse(JSON.parse(line));
    if (!parsed.success) return { error: z.prettifyError(parsed.error) };
    const { tool, args, exitCode, outputPath, level } = parsed.data;
    const bytes = await readFile(outputPath);
    return await splitRecording({
      tool,
      args: args ?? {},
      exitCode: exitCode ?? null,
      level: level ?? 'balanced',
      bytes,
    });
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
