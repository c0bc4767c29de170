import type { ToolProfile } from './tool-profile.ts';

export const runPtyCmdProfile = {
  name: 'run_pty_cmd',
  intent: { verb: 'run', object: 'a command' },
  subject: { argument: 'command', otherwise: 'the command' },
  audience: 'model',
  shows: 'terminal',
  runsCommands: true,
  hasTerminal: true,
} as const satisfies ToolProfile;
