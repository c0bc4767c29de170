import type { ToolProfile } from './tool-profile.ts';

export const grepFileProfile = {
  name: 'grep_file',
  intent: { verb: 'search for', object: 'a pattern' },
  subject: { argument: 'pattern', otherwise: 'the pattern' },
  audience: 'model',
  shows: 'matches',
  isRepeatable: true,
} as const satisfies ToolProfile;
