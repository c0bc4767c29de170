/**
 * Converts a name with `*` wildcards to the source of a regular expression, for JavaScript or POSIX extended.
 * @param anything what `*` becomes
 */
export const namePatternSource = (pattern: string, anything: string): string =>
  pattern
    .split('*')
    .map((part) => part.replace(/[.+^${}()|[\]\\?]/g, '\\$&'))
    .join(anything);
