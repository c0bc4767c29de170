import type { ToolProfile } from './tool-profile.ts';

export const runProgramProfile = {
  name: 'run_program',
  intent: { verb: 'run', object: 'a program that calls tools' },
  subject: { argument: null, otherwise: 'a program' },
  audience: 'model',
  shows: 'json',
} as const satisfies ToolProfile;
