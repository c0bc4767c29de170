/** The date that a line of a log begins with, and the blank behind it: a time follows. */
const prefix =
  /^[[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.](?:\d\d|[A-Z][a-z]{2})[-/.]\d{4}|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d)[T :]+(?=\d\d:\d\d)/;

/** Where lines begin with a date; `''`: this one does not. */
export const datePrefixOf = (line: string): string => prefix.exec(line)?.[0] ?? '';
