import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { errorMessage } from '../lib/core/errors.ts';
import { findLocalOutput } from './command/local-outputs.ts';
import { requireServer } from './command/require-server.ts';
import { recallOnServer } from './command/server-connection.ts';
import { exitOnError } from './exit-on-error.ts';
import { recallFromFile } from './recall/recall-from-file.ts';

const usage = `Reads a part of an output that \`vitrine run\` stored, or of an artifact of a server.

  vitrine recall ID --lines 40-62     or "last 20", or several: "1-9,40-62"
  vitrine recall ID --query WORDS     or a regular expression
  vitrine recall ID --json-path PATH
  vitrine recall < questions          one question about a file per line: {"outputPath", "lines" | "query" | "jsonPath"}
`;

const ways = { lines: 'lines', query: 'query', 'json-path': 'jsonPath' } as const;

/** What `recall_output` answers about a file. An invalid question is answered with an error. */
async function answer(line: string): Promise<object> {
  try {
    return await recallFromFile(JSON.parse(line));
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

async function answerQuestions(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
  }
}

/** What is on this machine is read here; of anything else its server is asked. */
async function recallById(id: string, question: Record<string, string>): Promise<string> {
  const outputPath = findLocalOutput(process.env, id);
  if (outputPath === null) return await recallOnServer(requireServer(process.env), id, question);
  const found = await recallFromFile({ outputPath, ...question });
  if ('error' in found) throw new Error(found.error);
  return found.text;
}

async function recall(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      lines: { type: 'string' },
      query: { type: 'string' },
      'json-path': { type: 'string' },
    },
  });
  const [id] = positionals;
  if (values.help) process.stdout.write(usage);
  else if (id === undefined) await answerQuestions();
  else {
    const question = Object.entries(ways).flatMap(([option, name]) => {
      const value = values[option as keyof typeof ways];
      return value === undefined ? [] : [[name, value]];
    });
    process.stdout.write(`${(await recallById(id, Object.fromEntries(question))).trimEnd()}\n`);
  }
}

recall().catch(exitOnError);
