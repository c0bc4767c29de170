const quotedValue =
  /"[^"]{0,200}"|(?<=^|[\s(=:[])'[^']{0,200}'|(?<=(?:^|[\s(,[])[A-Za-z_][\w.-]{0,40}=)[^\s"',;)\]]{1,200}/;
const quotedValues = new RegExp(quotedValue, 'g');

/**
 * A message without quoted text and named values (`user=ann`): messages that differ only in those report the
 * same problem.
 */
export const patternOf = (message: string): string =>
  message.includes('"') || message.includes("'") || message.includes('=')
    ? withoutFields(message).replace(quotedValues, '""')
    : message;

/** The first quoted text or named value; `null`: there is none. */
export const quotedValueOf = (message: string): string | null =>
  quotedValue.exec(withoutFields(message))?.[0] ?? null;

/** Removes the fields that servers append to each message (`, client: …, server: …, request: …`). */
export function withoutFields(message: string): string {
  const index = message.includes(': ') ? message.search(fields) : -1;
  return index > 0 ? message.slice(0, index) : message;
}

/** The server that a proxy could not reach: `http://10.0.0.4:80`; `null`: not stated. */
export const upstreamOf = (message: string): string | null => upstream.exec(message)?.[1] ?? null;

const upstream = /, upstream: "(\w+:\/\/[^/"]{1,80})/;
const fields = /, [a-z]{2,20}: [^,]{0,200}, [a-z]{2,20}: /;
