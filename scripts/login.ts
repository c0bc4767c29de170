import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  checkLogin,
  credentialsSchema,
  type ServerAddress,
  ServerError,
} from './command/server-connection.ts';
import { credentialsFile } from './command/user-folders.ts';
import { exitOnError } from './exit-on-error.ts';

const usage = `Remembers a Vitrine server, and your API token for it.

  vitrine login URL              asks for the token; Settings → API tokens makes one
  … | vitrine login URL          reads it from standard input

In local mode a server needs none: leave it empty.
`;

async function login(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' } },
  });
  const [named] = positionals;
  if (values.help || named === undefined || positionals.length > 1) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const parsed = credentialsSchema.safeParse({ url: named, token: null });
  if (!parsed.success) throw new ServerError(`${named} is not the address of a server`);
  const url = new URL(parsed.data.url).origin;
  const token = (process.stdin.isTTY ? await askHidden('API token: ') : await text(process.stdin)).trim();
  const server: ServerAddress = { url, token: token || null };
  await checkLogin(server);
  const path = credentialsFile(process.env);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(server)}\n`, { mode: 0o600 });
  // One that was there keeps its mode.
  chmodSync(path, 0o600);
  console.log(`Remembered ${url}.`);
}

/** What is typed is not shown. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

login().catch(exitOnError);
