import { isVitrineError } from './errors.ts';

/** Why a store takes nothing: it does not answer, or it has no room. */
export type StoreFault = 'away' | 'full';

/** What every store says of it, to people too. */
export const storeFaultText: Readonly<Record<StoreFault, string>> = {
  away: 'The storage does not answer.',
  full: 'The storage is full.',
};

/** `null`: it failed otherwise. */
export function storeFaultOf(error: unknown): StoreFault | null {
  if (!isVitrineError(error) || error.code !== 'storage_unavailable') return null;
  return error.message === storeFaultText.full ? 'full' : 'away';
}
