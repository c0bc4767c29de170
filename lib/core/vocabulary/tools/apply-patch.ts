import type { ToolProfile } from './tool-profile.ts';

export const applyPatchProfile = {
  name: 'apply_patch',
  sentence: 'Changes, adds or deletes files of the workspace with a patch.',
  intent: { verb: 'apply', object: 'a patch' },
  subject: { argument: null, otherwise: 'the patch' },
  audience: 'model',
  shows: 'diff',
  isUndoable: true,
} as const satisfies ToolProfile;
