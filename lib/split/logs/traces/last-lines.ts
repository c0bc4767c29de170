import { detachText } from '../../detach-text.ts';

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
  return {
    push(text: string, line: number) {
      texts[next] = text;
      numbers[next] = line;
      next = (next + 1) % linesBefore;
    },
    /** The last that is not blank; `null`: all are. */
    last(): NumberedLine | null {
      for (let back = 1; back <= linesBefore; back += 1) {
        const at = (next - back + linesBefore) % linesBefore;
        const text = texts[at] ?? '';
        if (text.trim() !== '')
          return { text: detachText(text.slice(0, lastCharacters)), line: numbers[at] ?? 0 };
      }
      return null;
    },
    /** The one that says what was thrown; `null`: all are blank. */
    head(): NumberedLine | null {
      return headOf(
        texts.map((_, place) => {
          const at = (next + place) % linesBefore;
          return { text: texts[at] ?? '', line: numbers[at] ?? 0 };
        }),
      );
    },
  };
}

/** The line that says what was thrown: the nearest that names an error, or the one just before. */
function headOf(before: readonly NumberedLine[]): NumberedLine | null {
  const near = before.filter(({ text }) => text.trim() !== '' && !isNumbered.test(text));
  const named = near.findLast(({ text }) => namesError.test(text));
  const head = named ?? near.at(-1);
  return head ? { text: head.text.replace(/^(?:Uncaught |\(node:\d+\) )/, ''), line: head.line } : null;
}
