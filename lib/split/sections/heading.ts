/** A line that starts a section: `## disks`, `=== disks ===`, `==> disks`, `[2/6] disks`. */
export interface SectionHeading {
  text: string;
  /** How the heading is written, the same for all headings of a report. */
  form: string;
  line: number;
  /** The line as it is. */
  raw: string;
}

export interface HeadingReader {
  line(text: string, number: number): void;
  finish(): void;
}

interface Found {
  heading(heading: SectionHeading): void;
  /** A line of a section. */
  content(text: string, number: number): void;
}

/** Separates headings from the lines below them; a heading may also be underlined or between two rules. */
export function createHeadingReader(found: Found): HeadingReader {
  /** The last line, as long as the next one may underline it. */
  let waiting: { text: string; number: number } | null = null;
  let isBelowRule = false;
  const settle = () => {
    if (waiting) found.content(waiting.text, waiting.number);
    waiting = null;
  };
  return {
    line(text, number) {
      if (isRule(text)) {
        const isUnderline = isBelowRule || text.startsWith('=');
        if (waiting && isUnderline && isTitle(waiting.text))
          found.heading({
            text: waiting.text.trim(),
            form: `over ${text.charAt(0)}`,
            line: waiting.number,
            raw: waiting.text,
          });
        else settle();
        found.content(text, number);
        isBelowRule = waiting === null;
        waiting = null;
        return;
      }
      const heading = headingOf(text);
      if (waiting) isBelowRule = false;
      settle();
      if (heading) found.heading({ ...heading, line: number, raw: text });
      else waiting = { text, number };
    },
    finish: settle,
  };
}

export const fileForm = 'file';
const maxTitle = 80;
const maxLine = 120;
const hasLetter = /\p{L}/u;
const rule = /^(?:={4,}|#{8,}|\*{8,})\s*$/;
export const isRule = (text: string): boolean => rule.test(text);
const isTitle = (text: string): boolean => text.length <= maxTitle && hasLetter.test(text);

/** Marks before the text, and maybe after it. */
const marked =
  /^(#{2,6}|={2,}>?|\*{2,}|>{2,}|~{2,}|:{2,}|-{2,}) ?(\S.{0,80}?)(?: ?(#{2,}|={2,}|\*{2,}|<{2,}|<=+|~{2,}|:{2,}|-{2,}))?$/;
const numbered = /^(\[|\(|Step )\d{1,3} ?(?:\/|of) ?\d{1,3}[\])]?:? (\S.{0,80})$/i;
/** Marks that mean something else: the states of Go tests, the parts of pytest's report. */
const isOther =
  /^(?:=== (?:RUN|PAUSE|CONT|NAME)\b|=+ (?:test session starts|FAILURES|ERRORS|PASSES|short test summary|warnings summary|rerun test summary)|=+ \d+ (?:passed|failed|errors?|skipped|deselected|warnings?|xfailed)\b)/;
const starts = new Set(Array.from('#=*>~:-[(Ss', (character) => character.charCodeAt(0)));

function headingOf(line: string): Pick<SectionHeading, 'text' | 'form'> | null {
  if (line.length > maxLine || !starts.has(line.charCodeAt(0)) || isOther.test(line)) return null;
  const text = line.trimEnd();
  const [, before, title, after] = marked.exec(text) ?? [];
  if (before !== undefined && title !== undefined) {
    const isOpen = after === undefined;
    // Such marks before a text alone are those of options, lists, comments and patches.
    if (!hasLetter.test(title) || (isOpen && /^[-:*]/.test(before))) return null;
    // What `head` and `tail` print above each of several files.
    if (before === '==>' && after === '<==') return { text: title, form: fileForm };
    const level = before.startsWith('#') ? before : before.charAt(0) + before.slice(-1);
    return { text: title, form: `${level}${isOpen ? '' : ' closed'}` };
  }
  const [, opening, name] = numbered.exec(text) ?? [];
  return opening === undefined || name === undefined ? null : { text: name, form: opening.toLowerCase() };
}
