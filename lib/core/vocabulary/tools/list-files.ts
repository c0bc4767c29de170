import type { ToolProfile } from './tool-profile.ts';

export const listFilesProfile = {
  name: 'list_files',
  intent: { verb: 'list', object: 'files' },
  subject: { argument: 'path', otherwise: 'the workspace' },
  audience: 'model',
  shows: 'tree',
  isRepeatable: true,
} as const satisfies ToolProfile;
