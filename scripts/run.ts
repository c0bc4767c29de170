import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { formatBytes } from '../lib/core/algorithms/text/format-bytes.ts';
import { errorMessage } from '../lib/core/errors.ts';
import { limits } from '../lib/core/limits.ts';
import { type CapturedOutput, captureOutput } from './command/captured-output.ts';
import { commandLineText } from './command/command-line-text.ts';
import { removeOldOutputs } from './command/local-outputs.ts';
import { runInTerminal } from './command/run-in-terminal.ts';
import { type ProgramEnd, runProgram } from './command/run-program.ts';
import { findServer, type ServerAddress, ServerError, showOnServer } from './command/server-connection.ts';
import { outputsFolder } from './command/user-folders.ts';
import { exitOnError } from './exit-on-error.ts';
import { splitRecording } from './split/split-recording.ts';

const usage = `Runs a command here, and shows its output on a Vitrine server.

  vitrine run [--view] [--conversation conv_…] -- COMMAND [ARGUMENTS]
  vitrine run [--view] [--conversation conv_…] -c 'COMMAND FOR A SHELL'

  --view          print what a model reads of the output, in place of the output
  --conversation  show it there; otherwise in a private conversation for today

The server is that of VITRINE_URL and VITRINE_TOKEN, or of \`vitrine login\`. Without one, the output stays on this
machine for seven days: \`vitrine recall ID\` reads it.
`;

/** What became of an output: where it is, and what a model reads in its place. */
interface Stored {
  readView(): Promise<string>;
  /** How to read more of it. */
  more: string;
}

interface RanCommand {
  command: string;
  end: ProgramEnd;
  durationMs: number;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      view: { type: 'boolean' },
      conversation: { type: 'string' },
      command: { type: 'string', short: 'c' },
    },
  });
  const words = values.command === undefined ? positionals : ['/bin/sh', '-c', values.command];
  if (values.help || words.length === 0) {
    process.stdout.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  // Whoever reads it may have gone; the command and its output go on.
  process.stdout.on('error', () => {});
  removeOldOutputs(process.env, Date.now());
  const output = captureOutput(outputsFolder(process.env), (reason) =>
    console.error(`vitrine: the output cannot be stored: ${reason}`),
  );
  // A view of nothing helps nobody.
  const isView = values.view === true && output.isStoring();
  const startedMs = performance.now();
  const isTerminal = !isView && process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;
  const end = isTerminal
    ? await runInTerminal(words, output.write)
    : await runProgram(words, { onOutput: output.write, isShown: !isView });
  const path = output.close();
  const ran = {
    command: values.command ?? commandLineText(words),
    end,
    durationMs: Math.round(performance.now() - startedMs),
  };
  if (path !== null) await report(await store(output, path, ran, values.conversation), output, isView);
  endAs(end);
}

/** What was cut off is said: the end of an output is where its errors are. */
async function report(stored: Stored, output: CapturedOutput, isView: boolean): Promise<void> {
  const { artifactBytes } = limits;
  const isCut = output.byteLength() > artifactBytes;
  const part = `the first ${formatBytes(artifactBytes)} of ${formatBytes(output.byteLength())}`;
  const more = `${isCut ? part : 'all of it'}: ${stored.more}`;
  if (isView) process.stdout.write(`${(await stored.readView()).trimEnd()}\n(${more})\n`);
  else console.error(`vitrine: ${more}`);
}

/** `null`: none is named, or by no address. */
function findServerOrWarn(): ServerAddress | null {
  try {
    return findServer(process.env);
  } catch (error) {
    console.error(`vitrine: ${errorMessage(error)}. The output stays on this machine.`);
    return null;
  }
}

/** The output is on the server, or on this machine where there is none, or it cannot be asked. */
async function store(
  output: CapturedOutput,
  path: string,
  ran: RanCommand,
  conversation: string | undefined,
): Promise<Stored> {
  const server = findServerOrWarn();
  if (server === null) return storeHere(output.id, path, ran);
  try {
    const { artifactId, url, view } = await showOnServer(server, await openAsBlob(path), {
      type: 'terminal',
      conversation,
      command: ran.command,
      exitCode: ran.end.exitCode,
      durationMs: ran.durationMs,
    });
    output.remove();
    return {
      readView: async () => view ?? '',
      more: `${url}; a part: vitrine recall ${artifactId} --query WORDS`,
    };
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    console.error(`vitrine: ${error.message}. The output stays on this machine.`);
    return storeHere(output.id, path, ran);
  }
}

const storeHere = (artifactId: string, path: string, { command, end }: RanCommand): Stored => ({
  async readView() {
    const { text } = await splitRecording({
      ...{ tool: 'run_pty_cmd', args: { command }, exitCode: end.exitCode, level: 'balanced', artifactId },
      bytes: await readFile(path),
    });
    return text;
  },
  more: `vitrine recall ${artifactId} --lines 1-100, or --query WORDS`,
});

/** Whoever called this program sees the end that they would have seen without it. */
function endAs({ exitCode, signal }: ProgramEnd): void {
  process.exitCode = exitCode;
  // This one would start the debugger of Node in place of ending it.
  if (signal !== null && signal !== 'SIGUSR1') process.kill(process.pid, signal);
}

run().catch(exitOnError);
