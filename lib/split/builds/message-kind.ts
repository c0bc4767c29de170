const quoted = /‘[^’]{1,400}’|'[^']{1,400}'|`[^`']{1,400}[`']|"[^"]{1,400}"/g;
const namedLast = /^([A-Za-z][A-Za-z ]{3,40}: )[\w.$]+$/;

/**
 * Replaces the names in a message with `…`, so that messages that differ only in names are equal:
 * `‘…’ has incomplete type`, `undefined: …`.
 */
export const messageKind = (message: string): string =>
  message
    .slice(0, 400)
    .replace(quoted, (name) => `${name[0]}…${name.at(-1)}`)
    .replace(namedLast, '$1…');
