import type { LookupAddress, LookupAllOptions, lookup } from 'node:dns';

type Done = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** `lookup` of all addresses, so many at the same time: a resolver that never answers keeps only its own caller waiting. */
export function limitLookups(resolve: typeof lookup, most: number): typeof lookup {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = () => {
    running -= 1;
    waiting.shift()?.();
  };
  const limited = (hostname: string, options: LookupAllOptions, done: Done): void => {
    const start = () => {
      running += 1;
      resolve(hostname, { ...options, all: true }, (error, addresses) => {
        next();
        done(error, addresses);
      });
    };
    if (running < most) start();
    else waiting.push(start);
  };
  return limited as typeof lookup;
}
