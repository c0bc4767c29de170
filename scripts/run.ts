import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { titleOfCommand } from '../lib/tools/title-of-command.ts';
import { type CapturedOutput, captureOutput } from './command/captured-output.ts';
import { commandLineText } from './command/command-line-text.ts';
import { removeOldOutputs } from './command/local-outputs.ts';
import { runInTerminal } from './command/run-in-terminal.ts';
import { type ProgramEnd, runProgram } from './command/run-program.ts';
import { findServer, type ServerAddress, ServerError, showOnServer } from './command/server-connection.ts';
import { outputsFolder } from './command/user-folders.ts';
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
  const isView = values.view === true;
  const server = findServer(process.env);
  removeOldOutputs(process.env, Date.now());
  const output = captureOutput(outputsFolder(process.env));
  const startedMs = performance.now();
  const isTerminal = !isView && process.stdin.isTTY && process.stdout.isTTY;
  const end = isTerminal
    ? await runInTerminal(words, output.write)
    : await runProgram(words, { onOutput: output.write, isShown: !isView });
  output.close();
  const ran = {
    command: values.command ?? commandLineText(words),
    end,
    durationMs: Math.round(performance.now() - startedMs),
  };
  const stored = await store(server, output, ran, values.conversation);
  if (isView) process.stdout.write(`${(await stored.readView()).trimEnd()}\n(${stored.more})\n`);
  else console.error(`vitrine: ${stored.more}`);
  endAs(end);
}

/** The output is on the server, or on this machine where there is none, or it cannot be asked. */
async function store(
  server: ServerAddress | null,
  output: CapturedOutput,
  ran: RanCommand,
  conversation: string | undefined,
): Promise<Stored> {
  if (server === null) return storeHere(output, ran);
  try {
    const { artifactId, url, view } = await showOnServer(server, await openAsBlob(output.path), {
      title: titleOfCommand(ran.command, 120),
      type: 'terminal',
      conversation,
      command: ran.command.slice(0, 4_000),
      exitCode: ran.end.exitCode,
      durationMs: ran.durationMs,
    });
    output.remove();
    return {
      readView: async () => view ?? '',
      more: `all of it: ${url}; a part: vitrine recall ${artifactId} --query WORDS`,
    };
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    console.error(`vitrine: ${error.message}. The output stays on this machine.`);
    return storeHere(output, ran);
  }
}

function storeHere(output: CapturedOutput, { command, end }: RanCommand): Stored {
  const { id: artifactId } = output;
  return {
    async readView() {
      const { text } = await splitRecording({
        ...{ tool: 'run_pty_cmd', args: { command }, exitCode: end.exitCode, level: 'balanced', artifactId },
        bytes: await readFile(output.path),
      });
      return text;
    },
    more: `all of it: vitrine recall ${artifactId} --lines 1-100, or --query WORDS`,
  };
}

/** Whoever called this program sees the end that they would have seen without it. */
function endAs({ exitCode, signal }: ProgramEnd): void {
  process.exitCode = exitCode;
  if (signal !== null) process.kill(process.pid, signal);
}

await run();
