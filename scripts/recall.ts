import { createInterface } from 'node:readline';
import { errorMessage } from '../lib/core/errors.ts';
import { recallFromFile } from './recall/recall-from-file.ts';

/**
 * What `recall_output` tells of any file: a question a line on standard input, an answer a line on standard output, in the same order.
 * A line that is no question answers with an error.
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
