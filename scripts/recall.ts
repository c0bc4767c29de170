import { createInterface } from 'node:readline';
import { errorMessage } from '../lib/core/errors.ts';
import { recallFromFile } from './recall/recall-from-file.ts';

/**
 * What `recall_output` answers about any file: one question per line on standard input, one answer per line
 * on standard output, in the same order. An invalid line is answered with an error.
 */
async function answer(line: string): Promise<object> {
  try {
    return await recallFromFile(JSON.parse(line));
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
