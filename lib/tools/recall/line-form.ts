const formCharacters = 12;

/**
 * How a line begins: its indentation and its first word, letters and digits told as such. Headings of one kind have one form
 * (`commit 1f3…`, `__ test_a __`, `  "name":`), so what lies between two of them belongs to the first.
 */
export function lineForm(line: string): string {
  const [, indent = '', word = ''] = /^(\s*)(\S{0,80})/.exec(line) ?? [];
  const form = word.replace(/\p{L}+/gu, 'a').replace(/\d+/g, '0');
  return indent + form.slice(0, formCharacters);
}
