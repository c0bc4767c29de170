import { useEffect } from 'react';
import { addReader } from './read-shared.ts';

/** This component reads what is read under the key, until it is unmounted. @param key `null`: nothing yet */
export const useReader = (key: string | null): void =>
  useEffect(() => (key === null ? undefined : addReader(key)), [key]);
