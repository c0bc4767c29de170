import type { ToolProfile } from './tool-profile.ts';

export const readFileProfile = {
  name: 'read_file',
  intent: { verb: 'read', object: 'a file' },
  subject: { argument: 'path', otherwise: 'the file' },
  audience: 'model',
  shows: 'file',
  isRepeatable: true,
  readsFile: true,
} as const satisfies ToolProfile;
