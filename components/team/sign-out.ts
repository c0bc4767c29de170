import { sendJson } from '../ui/request-json.ts';

/** Ends this browser's session. Returns an error message; `null`: nobody is signed in here any more. */
export async function signOut(): Promise<string | null> {
  const result = await sendJson<null>('POST', '/api/auth/sign-out');
  return result.ok || result.code === 'signed_out' ? null : result.error;
}
