import type { ToolProfile } from './tool-profile.ts';

export const editFileProfile = {
  name: 'edit_file',
  intent: { verb: 'change', object: 'a file' },
  subject: { argument: 'path', otherwise: 'the file' },
  audience: 'model',
  shows: 'diff',
  isUndoable: true,
} as const satisfies ToolProfile;
