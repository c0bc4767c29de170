/**
 * A name with `*` for any characters, as the source of a regular expression: JavaScript's, or POSIX' extended one.
 * @param anything what `*` becomes
 */
export const namePatternSource = (pattern: string, anything: string): string =>
  pattern
    .split('*')
    .map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&'))
    .join(anything);
