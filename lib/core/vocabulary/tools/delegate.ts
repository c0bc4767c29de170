import type { ToolProfile } from './tool-profile.ts';

export const delegateProfile = {
  name: 'delegate',
  intent: { verb: 'delegate', object: 'a task' },
  subject: { argument: null, otherwise: 'a task' },
  audience: 'model',
  shows: 'markdown',
} as const satisfies ToolProfile;
