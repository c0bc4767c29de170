import type { ToolProfile } from './tool-profile.ts';

export const recallOutputProfile = {
  name: 'recall_output',
  intent: { verb: 'read more of', object: 'a result' },
  subject: { argument: 'artifactId', otherwise: 'the result' },
  audience: 'model',
  shows: 'text',
} as const satisfies ToolProfile;
