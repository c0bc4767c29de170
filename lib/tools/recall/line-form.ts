const formCharacters = 12;

/**
 * How a line begins: its indentation and its first word, with letters and digits generalised. Headings of one
 * kind have the same form (`commit 1f3…`, `__ test_a __`, `  "name":`), so the lines between two of them
 * belong to the first.
 */
export function lineForm(line: string): string {
  const [, indent = '', word = ''] = /^(\s*)(\S{0,80})/.exec(line) ?? [];
  const form = word.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');
  return indent + form.slice(0, formCharacters);
}
