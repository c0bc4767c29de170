import { copyString } from '#lib/split/copy-string.ts';

interface NumberedLine {
  text: string;
  line: number;
}

/** Some stacks are identified by the lines before them; this many lines are remembered. */
const linesBefore = 6;
const lastCharacters = 400;
const namesError =
  /(?:^|[\s.:'"(])[\w$]*(?:Error|Exception|Throwable|Failure|Fault|Warning|Interrupt|Exit)\b/;

/** A Rust frame. */
const isNumbered = /^\s*\d{1,4}: /;

/** A ring buffer: nothing is allocated per line, since its lines are hardly ever read. */
export function createLastLines() {
  const texts: string[] = Array.from({ length: linesBefore }, () => '');
  const numbers: number[] = Array.from({ length: linesBefore }, () => 0);
  let next = 0;
  /** @param back 1 is the last line */
  const lineAt = (back: number): NumberedLine => {
    const at = (next - back + linesBefore) % linesBefore;
    return { text: texts[at] ?? '', line: numbers[at] ?? 0 };
  };
  return {
    push(text: string, line: number) {
      texts[next] = text;
      numbers[next] = line;
      next = (next + 1) % linesBefore;
    },
    /** The last line that is not blank; `null`: all are blank. */
    last(): NumberedLine | null {
      for (let back = 1; back <= linesBefore; back += 1) {
        const { text, line } = lineAt(back);
        if (text.trim() !== '') return { text: copyString(text.slice(0, lastCharacters)), line };
      }
      return null;
    },
    /**
     * The line that names what was thrown: the nearest that names an error, or the last; `null`: all are
     * blank.
     */
    head(): NumberedLine | null {
      let nearest: NumberedLine | null = null;
      for (let back = 1; back <= linesBefore; back += 1) {
        const result = lineAt(back);
        if (result.text.trim() === '' || isNumbered.test(result.text)) continue;
        if (namesError.test(result.text)) return headOf(result);
        nearest ??= result;
      }
      return nearest && headOf(nearest);
    },
  };
}

const headOf = ({ text, line }: NumberedLine): NumberedLine => ({
  text: text.replace(/^(?:Uncaught |\(node:\d+\) )/, ''),
  line,
});
