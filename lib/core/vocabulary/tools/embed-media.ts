import type { ToolProfile } from './tool-profile.ts';

export const embedMediaProfile = {
  name: 'embed_media',
  intent: { verb: 'show', object: 'a video or a track' },
  subject: { argument: 'url', otherwise: 'the address' },
  audience: 'people',
  shows: 'media',
  isRepeatable: true,
} as const satisfies ToolProfile;
