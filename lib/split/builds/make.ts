import { ranks, type Section } from '../facts.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Ending, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';
import { isProgram, recogniseBuild } from './recognise-build.ts';

const result = /^g?make(?:\[(\d+)\])?: \*\*\* (.*)$/;
const failedTarget = /^\[(?:(.{1,400}?:\d+): )?([^\]]{1,400})\] (Error \d+|[A-Z].*)$/;
/** A compiler call, in full or as the kernel's build and autotools abbreviate it. */
const compiles =
  /^(?:\S*\/)?(?:[\w.]+-)*(?:cc|gcc|g\+\+|c\+\+|clang|clang\+\+)(?:-[\d.]+)?(?: .*)? -c |^ {2}(?:CC|CXX|HOSTCC)(?: \[M\])? +\S|Building (?:C|CXX|ASM|CUDA|Fortran) object /;
/** `make -i` and recipes that begin with `-` go on after a failure. */
const ignoredTarget = /^g?make(?:\[\d+\])?: \[(?:.{1,400}?:\d+: )?([^\]]{1,400})\] Error \d+ \(ignored\)$/;
const maxTargets = 100;

/** Where nothing failed, the last line reports the outcome. */
function lastLine(text: string, number: number): Section {
  const shown = quote(text, 160);
  const facts = [{ rank: ranks.lead, line: number, text: `last: ${shown}`, quotes: [shown] }];
  return { heading: null, noun: null, total: 1, layout: 'lines', facts };
}

/** `2 failures ignored: t23, t24`. */
function ignoredFailures(targets: Tally): string {
  const names = targets.top(4).map(({ name }) => name);
  const more = targets.total > names.length ? ', …' : '';
  return `${plural(targets.total, 'failure')} ignored: ${names.join(', ')}${more}`;
}

/**
 * make: which targets failed, and which had no rule. The errors inside them are reported by the compiler's
 * summarizer.
 */
export const make: Summarizer = {
  kind: 'make',
  covers: 'part',
  recognise: recogniseBuild({
    names: isProgram('make', 'gmake', 'bmake', 'remake'),
    marks: [
      mark(
        /^g?make(?:\[\d+\])?: (?:\*\*\* |Nothing to be done for )|^\[100%\] Built target \S/m,
        ': *** ',
        ': Nothing to be done for ',
        '[100%] Built target ',
      ),
    ],
  }),
  read() {
    const reading = initialReading();
    return {
      line: (text, number) => readLine(reading, text, number),
      finish: (ending) => finishReading(reading, ending),
    };
  },
};

const initialReading = () => ({
  causes: createNotes(),
  failed: new Map<string, string>(),
  ignored: createTally(maxTargets),
  deepest: -1,
  built: 0,
  compiled: 0,
  last: null as string | null,
  lastNumber: 0,
  isDone: false,
});
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, text: string, number: number) {
  if (text !== '') {
    reading.last = text;
    reading.lastNumber = number;
  }
  if (text.includes('*** ')) {
    const [, level = '0', remaining = ''] = result.exec(text) ?? [];
    const [, location, target, how] = failedTarget.exec(remaining) ?? [];
    // A failing make also fails the outer make that called it; only the innermost is listed.
    const isOuter = Number(level) < reading.deepest;
    if (target !== undefined) {
      const words = [location, how].filter((part) => part !== undefined).join(', ');
      if (!isOuter && reading.failed.size < maxTargets) reading.failed.set(target, words);
    } else if (/Stop\.$|\*\*\* No rule to make target /.test(text)) reading.causes.add(text, number);
    else return;
    reading.deepest = Number(level);
  } else if (text.includes('Built target ')) reading.built += 1;
  else if ((text.includes(' -c ') || text.startsWith('  ') || text.startsWith('[')) && compiles.test(text))
    reading.compiled += 1;
  else if (text.endsWith(' (ignored)')) {
    const [, target] = ignoredTarget.exec(text) ?? [];
    if (target !== undefined) reading.ignored.add(target);
  } else if (text.includes('be done for '))
    reading.isDone ||= /^g?make(?:\[\d+\])?: Nothing to be done/.test(text);
}

function finishReading(reading: Reading, { exitCode }: Ending): Summary | null {
  const [first] = reading.failed;
  // A later run may have made what failed.
  const isOver = exitCode === 0;
  const verdict = [
    first ? `failed${isOver ? ' at first' : ''}: ${first[0]} (${first[1]})` : null,
    reading.failed.size > 1 ? `also ${[...reading.failed.keys()].slice(1, 5).join(', ')}` : null,
    reading.failed.size > 5 ? `${reading.failed.size} targets in all` : null,
    reading.ignored.total > 0 ? ignoredFailures(reading.ignored) : null,
    // Its line is printed before a file is compiled.
    reading.compiled > 0 && reading.failed.size === 0
      ? reading.ignored.total > 0
        ? `${plural(reading.compiled, 'compilation')} begun`
        : `${plural(reading.compiled, 'file')} compiled`
      : null,
    reading.built > 0 ? `${plural(reading.built, 'target')} built` : null,
    reading.isDone && reading.failed.size === 0 ? 'nothing to be done' : null,
  ].filter((part) => part !== null);
  if (verdict.length === 0 && reading.causes.total === 0) return null;
  return {
    kind: 'make',
    verdict,
    sections: [
      reading.causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 3 }),
      ...(reading.last === null || reading.failed.size > 0
        ? []
        : [lastLine(reading.last, reading.lastNumber)]),
    ],
    explainsFailure: reading.causes.total > 0,
  };
}
