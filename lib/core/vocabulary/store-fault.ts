import { isVitrineError } from '../errors.ts';

/** Why a store accepts nothing: it does not respond (`away`), or it is full. */
export type StoreFault = 'away' | 'full';

/** The message that every store uses for the fault, also for people. */
export const storeFaultText: Readonly<Record<StoreFault, string>> = {
  away: 'The storage does not answer.',
  full: 'The storage is full.',
};

/** `null`: it failed for another reason. */
export function storeFaultOf(error: unknown): StoreFault | null {
  if (!isVitrineError(error) || error.code !== 'storage_unavailable') return null;
  return error.message === storeFaultText.full ? 'full' : 'away';
}
