import type { CommandProgram } from '../commands.ts';

/** How a program is started inside its sandbox. */
export interface ProgramLaunch {
  argv: string[];
  environment: Record<string, string>;
  /** Its standard input; `null`: none. */
  input: string | null;
  /** Content of a file at `programPath`; `null`: none. */
  file: string | null;
  /** What it has besides; commands of the agent have none of it. */
  grants?: SandboxGrants;
}

/** What the operator gives to a program of an MCP server, all of it at the same path as on this machine. */
export interface SandboxGrants {
  /** Files and folders that it reads: its own code. */
  readable: readonly string[];
  /** The folder that it may write, and finds again at its next start. */
  cacheFolder: string;
  /** The network of this machine, with what listens on its loopback addresses. */
  hasNetwork: boolean;
}

/** Linux accepts 128 KiB in one argument, including its terminator (`MAX_ARG_STRLEN`). */
const argumentBytes = 128 * 1024 - 1;

/** Colours are for people: the text for the model has none. */
const colours = { FORCE_COLOR: '1', PY_COLORS: '1', CARGO_TERM_COLOR: 'always' };

export function launchProgram(program: CommandProgram, programPath: string): ProgramLaunch {
  if (program.kind === 'shell') {
    const { argv, file } = launchShell(program.command, programPath);
    return { argv, file, environment: { TERM: 'dumb', CI: '1', ...colours }, input: null };
  }
  const environment = { TERM: 'dumb', CI: '1' };
  switch (program.language) {
    case 'node':
      // From standard input: imports are resolved from the workspace, and both module formats work.
      return { argv: ['node', '-'], environment, input: program.code, file: null };
    case 'python':
      // From a file, so that a traceback shows the lines. Modules of the workspace are found nevertheless.
      return {
        argv: ['python3', programPath],
        environment: { ...environment, PYTHONPATH: '.', PYTHONUNBUFFERED: '1' },
        input: null,
        file: program.code,
      };
  }
}

/**
 * Runs the command in a terminal inside the sandbox, so that Ctrl-C reaches the program and not what confines
 * it.
 */
export function launchTerminal(command: string, programPath: string): ProgramLaunch {
  const { argv, file } = launchShell(command, programPath);
  return {
    argv: ['/usr/bin/script', '-qefc', file === null ? command : argv.join(' '), '/dev/null'],
    environment: { TERM: 'xterm-256color', SHELL: '/bin/bash' },
    input: null,
    file,
  };
}

/**
 * A command that cannot be passed as an argument becomes a file: bash then reports what is wrong with it, if
 * anything.
 */
function launchShell(command: string, programPath: string): { argv: string[]; file: string | null } {
  const isArgument = !command.includes('\0') && Buffer.byteLength(command) <= argumentBytes;
  return isArgument
    ? { argv: ['/bin/bash', '-c', command], file: null }
    : { argv: ['/bin/bash', programPath], file: command };
}
