const formCharacters = 12;

export interface LineForm {
  /** Leading blanks; `null`: the line is blank. */
  indent: number | null;
  /** Its first word, with digits generalised: headings of one kind begin alike (`commit 0f…`, `__`, `"name":`). */
  word: string;
  /** Its first word, with letters generalised too: `src/a.ts`, `Suite`. */
  kind: string;
}

/** How a line begins. */
export function lineForm(line: string): LineForm {
  const [, blanks = '', word = ''] = /^(\s*)(\S{0,80})/.exec(line) ?? [];
  const numbered = word.replace(/\d+/g, '0');
  return {
    indent: word === '' ? null : blanks.length,
    word: numbered.slice(0, formCharacters),
    kind: numbered.replace(/\p{L}+/gu, 'a').slice(0, formCharacters),
  };
}
