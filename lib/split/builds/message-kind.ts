const quoted = /‘[^’]{1,400}’|'[^']{1,400}'|`[^`']{1,400}[`']|"[^"]{1,400}"/g;
const namedLast = /^([A-Za-z][A-Za-z ]{3,40}: )[\w.$]+$/;

/** What messages say that differ only in the names they are of: `‘…’ has incomplete type`, `undefined: …`. */
export const messageKind = (message: string): string =>
  message
    .slice(0, 400)
    .replace(quoted, (name) => `${name[0]}…${name.at(-1)}`)
    .replace(namedLast, '$1…');
