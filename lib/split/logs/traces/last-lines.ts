import { copyString } from '../../copy-string.ts';

interface NumberedLine {
  text: string;
  line: number;
}

/** Frames of a stack are told by what stands before them: so far back is looked for it. */
const linesBefore = 6;
const lastCharacters = 400;
const namesError =
  /(?:^|[\s.:'"(])[\w$]*(?:Error|Exception|Throwable|Failure|Fault|Warning|Interrupt|Exit)\b/;

/** A frame of Rust. */
const isNumbered = /^\s*\d{1,4}: /;

/** A ring: nothing is made for a line, since hardly any is ever asked for. */
export function createLastLines() {
  const texts: string[] = Array.from({ length: linesBefore }, () => '');
  const numbers: number[] = Array.from({ length: linesBefore }, () => 0);
  let next = 0;
  /** `back`: 1 is the last. */
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
    /** The last that is not blank; `null`: all are. */
    last(): NumberedLine | null {
      for (let back = 1; back <= linesBefore; back += 1) {
        const { text, line } = lineAt(back);
        if (text.trim() !== '') return { text: copyString(text.slice(0, lastCharacters)), line };
      }
      return null;
    },
    /** The one that says what was thrown: the nearest that names an error, or the last; `null`: all are blank. */
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
