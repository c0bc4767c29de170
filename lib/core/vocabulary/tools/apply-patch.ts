import type { ToolProfile } from './tool-profile.ts';

export const applyPatchProfile = {
  name: 'apply_patch',
  intent: { verb: 'apply', object: 'a patch' },
  subject: { argument: null, otherwise: 'the patch' },
  audience: 'model',
  shows: 'diff',
  isUndoable: true,
} as const satisfies ToolProfile;
