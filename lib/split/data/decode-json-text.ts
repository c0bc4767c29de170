const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** What a JSON string says, of which a part is held: an escape that is cut at the end is left out. */
export function decodeJsonText(raw: string): string {
  if (!raw.includes('\\')) return raw;
  const whole = raw.slice(0, wholeEscapesEnd(raw));
  try {
    return JSON.parse(`"${whole}"`) as string;
  } catch {
    return decodeLeniently(whole); // Line ends and escapes that no JSON has.
  }
}

const decodeLeniently = (raw: string): string =>
  raw.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, code: string, character: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes[character] ?? character),
  );

const longestEscape = 6;

/** Where an escape begins that is cut at the end; the length of the text, if there is none. */
export function wholeEscapesEnd(raw: string): number {
  const last = raw.lastIndexOf('\\');
  const behind = raw.length - last - 1;
  if (last === -1 || behind >= longestEscape - 1) return raw.length;
  let start = last;
  while (start > 0 && raw.charCodeAt(start - 1) === 92) start -= 1;
  // Two backslashes are one, and begin nothing.
  if ((last - start) % 2 === 1) return raw.length;
  return behind === 0 || raw[last + 1] === 'u' ? last : raw.length;
}
