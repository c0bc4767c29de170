import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { requireServer } from './command/require-server.ts';
import { showOnServer } from './command/server-connection.ts';
import { exitOnError } from './exit-on-error.ts';

const usage = `Shows a file on a Vitrine server, and prints its address.

  vitrine show FILE [--title TITLE] [--type log] [--conversation conv_…]
  … | vitrine show - --title TITLE

  --type  what a text is: text, terminal, log, diff, json, table, markdown, html, notebook
`;

async function show(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      title: { type: 'string' },
      type: { type: 'string' },
      conversation: { type: 'string' },
    },
  });
  const [path] = positionals;
  if (values.help || path === undefined || positionals.length > 1) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { title = path === '-' ? 'Standard input' : basename(path), type, conversation } = values;
  const server = requireServer(process.env);
  const body = path === '-' ? new Blob([await buffer(process.stdin)]) : await openAsBlob(path);
  const { url } = await showOnServer(server, body, { title, type, conversation });
  console.log(url);
}

show().catch(exitOnError);
