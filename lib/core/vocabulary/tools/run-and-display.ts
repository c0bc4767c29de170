import type { ToolProfile } from './tool-profile.ts';

export const runAndDisplayProfile = {
  name: 'run_and_display',
  sentence: 'Runs a shell command in the workspace and shows its output live.',
  intent: { verb: 'run', object: 'a command' },
  subject: { argument: 'command', otherwise: 'the command' },
  audience: 'people',
  shows: 'terminal',
  runsCommands: true,
  isRepeatable: true,
} as const satisfies ToolProfile;
