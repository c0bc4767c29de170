import type { CommandProgram } from '../commands.ts';

/** How a program is started inside its sandbox. */
export interface ProgramLaunch {
  argv: string[];
  environment: Record<string, string>;
  /** What it reads as its input; `null`: nothing. */
  input: string | null;
  /** A file it finds at `programPath`. */
  file: string | null;
}

/** Linux takes 128 KiB in one argument, its end included (`MAX_ARG_STRLEN`). */
const argumentBytes = 128 * 1024 - 1;

/** Colours for people: what the model reads has none. */
const colours = { FORCE_COLOR: '1', PY_COLORS: '1', CARGO_TERM_COLOR: 'always' };

export function launchProgram(program: CommandProgram, programPath: string): ProgramLaunch {
  if (program.kind === 'shell') {
    const { argv, file } = launchShell(program.command, programPath);
    return { argv, file, environment: { TERM: 'dumb', CI: '1', ...colours }, input: null };
  }
  const environment = { TERM: 'dumb', CI: '1' };
  switch (program.language) {
    case 'node':
      // From its input: imports are resolved from the workspace, and either kind of module is understood.
      return { argv: ['node', '-'], environment, input: program.code, file: null };
    case 'python':
      // From a file: a traceback then shows the lines. The workspace's modules are found all the same.
      return {
        argv: ['python3', programPath],
        environment: { ...environment, PYTHONPATH: '.', PYTHONUNBUFFERED: '1' },
        input: null,
        file: program.code,
      };
  }
}

/** The same with a terminal of its own inside, so that Ctrl-C reaches the program and not what confines it. */
export function launchTerminal(command: string, programPath: string): ProgramLaunch {
  const { argv, file } = launchShell(command, programPath);
  return {
    argv: ['/usr/bin/script', '-qefc', file === null ? command : argv.join(' '), '/dev/null'],
    environment: { TERM: 'xterm-256color', SHELL: '/bin/bash' },
    input: null,
    file,
  };
}

/** A command that cannot be an argument is a file: bash then says itself what is wrong with it, if anything is. */
function launchShell(command: string, programPath: string): { argv: string[]; file: string | null } {
  const isArgument = !command.includes('\0') && Buffer.byteLength(command) <= argumentBytes;
  return isArgument
    ? { argv: ['/bin/bash', '-c', command], file: null }
    : { argv: ['/bin/bash', programPath], file: command };
}
