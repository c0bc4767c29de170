import type { ToolProfile } from './tool-profile.ts';

export const renderFileContentsProfile = {
  name: 'render_file_contents',
  intent: { verb: 'show', object: 'a file' },
  subject: { argument: 'path', otherwise: 'the file' },
  audience: 'people',
  shows: 'file',
  isRepeatable: true,
  readsFile: true,
} as const satisfies ToolProfile;
