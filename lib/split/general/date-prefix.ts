/** The date at the start of a log line and the blank after it, before a time. */
const prefix =
  /^[[(]?(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[-/.](?:\d\d|[A-Z][a-z]{2})[-/.]\d{4}|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d)[T :]+(?=\d\d:\d\d)/;

/** The date prefix of a line; `''`: it has none. */
export const datePrefixOf = (line: string): string => prefix.exec(line)?.[0] ?? '';
