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

const cutEscape = /(?:^|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/;

/** Where an escape begins that is cut at the end; the length of the text, if there is none. */
export const wholeEscapesEnd = (raw: string): number => raw.length - (cutEscape.exec(raw)?.[1]?.length ?? 0);
