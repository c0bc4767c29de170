import type { ToolProfile } from './tool-profile.ts';

export const runAndDisplayProfile = {
  name: 'run_and_display',
  intent: { verb: 'run', object: 'a command' },
  subject: { argument: 'command', otherwise: 'the command' },
  audience: 'people',
  shows: 'terminal',
  runsCommands: true,
  isRepeatable: true,
} as const satisfies ToolProfile;
