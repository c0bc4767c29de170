import type { ToolProfile } from './tool-profile.ts';

export const createFileProfile = {
  name: 'create_file',
  intent: { verb: 'create', object: 'a file' },
  subject: { argument: 'path', otherwise: 'the file' },
  audience: 'model',
  shows: 'diff',
  isUndoable: true,
} as const satisfies ToolProfile;
