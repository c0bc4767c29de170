import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { cutText } from '../lib/core/algorithms/text/cut-text.ts';
import { formatBytes } from '../lib/core/algorithms/text/format-bytes.ts';
import { limits } from '../lib/core/limits.ts';
import { captureOutput } from './command/captured-output.ts';
import { requireServer } from './command/require-server.ts';
import { showOnServer } from './command/server-connection.ts';
import { outputsFolder } from './command/user-folders.ts';
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
  const {
    title = path === '-' ? 'Standard input' : cutText(basename(path), limits.titleCharacters),
    type,
    conversation,
  } = values;
  const server = requireServer(process.env);
  const piped = path === '-' ? await capturePipe() : null;
  try {
    const body = await openAsBlob(piped?.path ?? path);
    const { url } = await showOnServer(server, body, { title, type, conversation });
    console.log(url);
  } finally {
    piped?.remove();
  }
}

/** What comes by a pipe may be more than there is memory for. @throws if it is more than an artifact may have */
async function capturePipe(): Promise<{ path: string; remove(): void }> {
  const output = captureOutput(outputsFolder(process.env), (reason) => {
    throw new Error(`The input cannot be stored: ${reason}`);
  });
  for await (const chunk of process.stdin) {
    output.write(chunk);
    if (output.byteLength() > limits.artifactBytes) {
      output.close();
      output.remove();
      throw new Error(`An artifact may have ${formatBytes(limits.artifactBytes)}`);
    }
  }
  const path = output.close();
  if (path === null) throw new Error('The input cannot be stored');
  return { path, remove: output.remove };
}

show().catch(exitOnError);
