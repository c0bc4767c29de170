const quoted = /^(?:"(?:[^"\\]|\\.){0,300}"|'[^']{0,300}')\s{0,20}:(?=\s|$)/;
const longestKey = 300;
/** A plain key cannot begin with these characters. */
const noKeyStart = ' #&*!|>%@`{}[],?:';

/** The offset of the `:` after a key, plain or quoted; -1: the text does not begin with a key. */
export function yamlKeyEnd(text: string): number {
  const first = text.charAt(0);
  if (first === '"' || first === "'") return (quoted.exec(text)?.[0].length ?? 0) - 1;
  if (noKeyStart.includes(first) || (first === '-' && /^-[\s#:]/.test(text))) return -1;
  const colon = text.indexOf(':');
  if (colon < 1 || colon > longestKey) return -1;
  const next = text.charCodeAt(colon + 1);
  if (colon + 1 < text.length && next !== 32 && next !== 9) return -1;
  const comment = text.indexOf('#');
  return comment !== -1 && comment < colon ? -1 : colon;
}

/** The key before the `:` at `end`, without quotes. */
export function yamlKeyOf(text: string, end: number): string {
  const key = text.slice(0, end).trimEnd();
  const first = key.charCodeAt(0);
  return first === 34 || first === 39 ? key.slice(1, -1) : key;
}
