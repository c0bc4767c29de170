const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Below this length, calling the engine's own parser costs more than it saves. */
const shortCharacters = 100;

/** Decodes a JSON string of which only the start may be known; an escape cut at the end is left out. */
export function decodeJsonText(raw: string): string {
  if (!raw.includes('\\')) return raw;
  const whole = raw.slice(0, wholeEscapesEnd(raw));
  if (whole.length <= shortCharacters) return decodeEscapes(whole);
  try {
    return JSON.parse(`"${whole}"`) as string;
  } catch {
    return decodeEscapes(whole); // Line breaks and escapes that are not valid JSON.
  }
}

/** An escape that JSON does not define decodes to its character. */
function decodeEscapes(raw: string): string {
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('\\'); at !== -1 && at + 1 < raw.length; at = raw.indexOf('\\', from)) {
    const name = raw.charAt(at + 1);
    const digits = name === 'u' ? raw.slice(at + 2, at + longestEscape) : '';
    const isCode = fourHexDigits.test(digits);
    text += raw.slice(from, at);
    text += isCode ? String.fromCharCode(Number.parseInt(digits, 16)) : (escapes[name] ?? name);
    from = at + (isCode ? longestEscape : 2);
  }
  return text + raw.slice(from);
}

const fourHexDigits = /^[\da-f]{4}$/i;
const longestEscape = 6;

/** @returns where an escape begins that is cut at the end, or the length of the text if there is none */
export function wholeEscapesEnd(raw: string): number {
  const last = raw.lastIndexOf('\\');
  const behind = raw.length - last - 1;
  if (last === -1 || behind >= longestEscape - 1) return raw.length;
  let start = last;
  while (start > 0 && raw.charCodeAt(start - 1) === 92) start -= 1;
  // The backslash is itself escaped, so it begins nothing.
  if ((last - start) % 2 === 1) return raw.length;
  return behind === 0 || raw[last + 1] === 'u' ? last : raw.length;
}
