/**
 * Redacts a log line: the server's own secrets, verbatim or JSON-escaped, and whatever follows the name of an
 * authorization scheme or of our cookie. No line contains them on purpose, but an error's message may quote
 * them.
 */
export function redactLine(line: string, secrets: readonly { value: string }[]): string {
  let text = line;
  for (const { value } of secrets) {
    const inJson = JSON.stringify(value).slice(1, -1);
    text = text.replaceAll(value, masked).replaceAll(inJson, masked);
  }
  return text
    .replace(/\b(Bearer|Basic)(\s+)[\w.~+/=-]{8,}/gi, `$1$2${masked}`)
    .replace(
      /\b((?:set-)?cookie|authorization)((?:\\?")?\s*[:=]\s*(?:\\?")?)(?!Bearer|Basic)[^"\\]+/gi,
      `$1$2${masked}`,
    )
    .replace(/\b(vt_\w+=)[\w-]{8,}/g, `$1${masked}`);
}

const masked = '[masked]';
