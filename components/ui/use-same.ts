import { useMemo } from 'react';

/** The same object as long as it says the same, for what is plain data: whoever holds it is not rendered again. */
export function useSame<T>(value: T): T {
  const written = JSON.stringify(value);
  return useMemo(() => JSON.parse(written) as T, [written]);
}
