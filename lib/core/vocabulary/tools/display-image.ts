import type { ToolProfile } from './tool-profile.ts';

export const displayImageProfile = {
  name: 'display_image',
  intent: { verb: 'show', object: 'an image' },
  subject: { argument: 'path', otherwise: 'the image' },
  audience: 'people',
  shows: 'image',
  isRepeatable: true,
} as const satisfies ToolProfile;
