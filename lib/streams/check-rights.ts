import { limits } from '../core/limits.ts';

/** Finds what has this key once for all who are checked together. */
export type FindOnce = <T>(key: string, find: () => Promise<T>) => Promise<T>;

export interface CheckedReader {
  /** `null`: the reader's right never ends. */
  stillMay: ((findOnce: FindOnce) => Promise<boolean>) | null;
  /** The right has ended. */
  end(): void;
}

/**
 * Ends readers who lost their right; they learn why when they reconnect. A store that does not answer changes nothing.
 * A few at a time, and what they have in common once: thousands follow the same conversations, and words are sent to
 * them meanwhile.
 */
export async function checkRights(
  readers: readonly CheckedReader[],
  onError: (error: unknown) => void,
): Promise<void> {
  const found = new Map<string, Promise<unknown>>();
  const findOnce: FindOnce = <T>(key: string, find: () => Promise<T>) => {
    const known = found.get(key) ?? find();
    found.set(key, known);
    return known as Promise<T>;
  };
  const check = async ({ stillMay, end }: CheckedReader) => {
    if (stillMay !== null && !(await stillMay(findOnce).catch(() => true))) end();
  };
  // One that fails to end must not keep the others from being checked.
  for (let at = 0; at < readers.length; at += limits.rightsCheckedAtOnce) {
    await Promise.all(
      readers.slice(at, at + limits.rightsCheckedAtOnce).map((reader) => check(reader).catch(onError)),
    );
  }
}
