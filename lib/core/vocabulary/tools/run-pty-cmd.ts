import type { ToolProfile } from './tool-profile.ts';

export const runPtyCmdProfile = {
  name: 'run_pty_cmd',
  sentence: 'Runs a command in a terminal that you can take over.',
  intent: { verb: 'run', object: 'a command' },
  subject: { argument: 'command', otherwise: 'the command' },
  audience: 'model',
  shows: 'terminal',
  runsCommands: true,
  hasTerminal: true,
} as const satisfies ToolProfile;
