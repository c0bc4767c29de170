import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { errorMessage } from '../lib/core/errors.ts';
import { splitLevels } from '../lib/split/split.ts';
import { type RecordedView, splitRecording } from './split/split-recording.ts';

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
  isSummarized: z.literal(true).nullish(),
});

async function answer(line: string): Promise<RecordedView | { error: string }> {
  try {
    const parsed = caseSchema.safeParse(JSON.parse(line));
    if (!parsed.success) return { error: z.prettifyError(parsed.error) };
    const { tool, args, exitCode, outputPath, level, isSummarized } = parsed.data;
    const bytes = await readFile(outputPath);
    return await splitRecording({
      tool,
      args: args ?? {},
      exitCode: exitCode ?? null,
      level: level ?? 'balanced',
      bytes,
      ...(isSummarized ? { isSummarized } : {}),
    });
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

const usage = `Prints what the model would read of an output.

  npx vitrine split FILE [--command "npm test"] [--exit 1] [--level minimal] [--summarized]
                                 --summarized: also what is short enough to be sent whole
  npx vitrine split < cases      one case per line: {"tool", "args", "exitCode", "outputPath", "level", "isSummarized"}
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    command: { type: 'string' },
    exit: { type: 'string' },
    level: { type: 'string' },
    summarized: { type: 'boolean' },
  },
});
const [outputPath] = positionals;

if (values.help) process.stdout.write(usage);
else if (outputPath === undefined) await answerCases();
else await printView(outputPath);

async function answerCases(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
  }
}

/** The view of one file as text, and what it is: as a command's output, or as a file that was read. */
async function printView(path: string): Promise<void> {
  const { command } = values;
  const view = await answer(
    JSON.stringify({
      ...(command === undefined
        ? { tool: 'read_file', args: { path } }
        : { tool: 'run_pty_cmd', args: { command } }),
      exitCode: command === undefined ? null : Number(values.exit ?? 0),
      outputPath: path,
      level: values.level ?? null,
      isSummarized: values.summarized ? true : null,
    }),
  );
  if ('error' in view) {
    process.exitCode = 1;
    return console.error(view.error);
  }
  const { text, kind, tokens, fullTokens } = view;
  process.stdout.write(`${text}\n`);
  console.error(`(${kind}: ${tokens} of ${fullTokens ?? 'unknown'} tokens)`);
}
