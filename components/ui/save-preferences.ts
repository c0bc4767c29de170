import type { PreferencesChange } from '#lib/core/vocabulary/profile/preferences.ts';
import { type RequestResult, sendJson } from './request-json.ts';

const saved: RequestResult<null> = { ok: true, value: null };

/**
 * Stores what a member chose with their account, so that every browser has it. Somebody who only opened a share has no account: a
 * cookie has it then, which the caller sets in any case.
 */
export const savePreferences = async (change: PreferencesChange): Promise<RequestResult<null>> =>
  document.documentElement.dataset.account === undefined
    ? saved
    : await sendJson<null>('PATCH', '/api/profile/preferences', change);
