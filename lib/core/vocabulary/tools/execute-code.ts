import type { ToolProfile } from './tool-profile.ts';

export const executeCodeProfile = {
  name: 'execute_code',
  intent: { verb: 'run', object: 'code' },
  subject: { argument: null, otherwise: 'the program' },
  audience: 'model',
  shows: 'terminal',
  runsCommands: true,
  isRepeatable: true,
} as const satisfies ToolProfile;
