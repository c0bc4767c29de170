import { ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally, type Tally } from '../tally.ts';
import { listOf } from './list-of.ts';
import { isProgram, recogniseBuild } from './recognise-build.ts';

const failed =
  /^(?:E: |Err:\d+ |dpkg: error |Errors were encountered while processing|The following packages have unmet dependencies|N: Unable|Abort\.$)/;
/** Summary lines of apt; of several runs, what they did is added up, else the last one counts. */
const figures =
  /^(?:\d+ (?:packages )?(upgraded), \d+ newly installed,|(Need) to get |(Fetched) |(After) this operation|(All) packages are up to date|\d+ packages (can) be upgraded)/;
const newest = /^(\S+) is already the newest version \((.+)\)\.$/;
const lists: Record<string, string> = {
  'The following NEW packages will be installed:': 'newly installed:',
  'The following packages will be upgraded:': 'upgraded:',
  'The following packages will be REMOVED:': 'removed:',
  'The following packages have been kept back:': 'kept back:',
};

/** apt and dpkg: what was or would be installed, and what prevented it. */
export const apt: Summarizer = {
  kind: 'apt',
  covers: 'part',
  recognise: recogniseBuild({
    names: isProgram('apt', 'apt-get', 'aptitude'),
    marks: [
      mark(
        /^(?:Reading package lists\.\.\.|E: Unable to locate package |\d+ upgraded, \d+ newly installed, )/m,
        'Reading package lists...',
        'E: Unable to locate package ',
        ' newly installed, ',
      ),
    ],
  }),
  read() {
    const reading = initialReading();
    return {
      line: (text, number) => readLine(reading, text, number),
      finish: () => finishReading(reading),
    };
  },
};

const initialReading = () => ({
  causes: createNotes(),
  warnings: createNotes(),
  present: createTally(500),
  named: new Map<string, Tally>(),
  counts: createTally(20),
  summaries: new Map<string, string>(),
  list: null as Tally | null,
  isCause: false,
  runs: 0,
  /** Lines of which each run has its own, which do not add up. */
  several: new Set<string>(),
});
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, text: string, number: number) {
  if (text.startsWith(' ')) {
    if (reading.list) for (const name of text.trim().split(' ')) reading.list.add(name);
    else if (reading.isCause) reading.causes.add(text, number);
    return;
  }
  reading.list = null;
  reading.isCause = false;
  const step = /^(Get|Hit|Ign|Setting up|Unpacking|Inst|Conf|Removing)[: ]/.exec(text)?.[1];
  if (step !== undefined) return reading.counts.add(step);
  const heading = lists[text];
  if (heading !== undefined) {
    reading.list = reading.named.get(heading) ?? createTally(2_000);
    reading.named.set(heading, reading.list);
  } else if (failed.test(text)) {
    reading.causes.add(text, number);
    reading.isCause = !text.startsWith('E: ');
  } else if (text.startsWith('W: ')) reading.warnings.add(text, number);
  else if (text.includes(' is already the newest version')) {
    const [, name, version] = newest.exec(text) ?? [];
    if (name !== undefined) reading.present.add(`${name} (${version})`);
  } else {
    const kind = figures
      .exec(text)
      ?.slice(1)
      .find((word) => word !== undefined);
    if (kind === undefined) return;
    if (kind === 'Fetched') reading.summaries.delete('Need');
    if (kind === 'upgraded') reading.runs += 1;
    const known = reading.summaries.get(kind);
    const shown = text.replace(/\.$/, '');
    if (known !== undefined && kind !== 'upgraded') reading.several.add(kind);
    reading.summaries.delete(kind);
    reading.summaries.set(kind, known !== undefined && kind === 'upgraded' ? withSums(shown, known) : shown);
  }
}

function finishReading(reading: Reading): Summary | null {
  const isSetUp = reading.counts.get('Setting up') === reading.counts.get('Unpacking');
  const steps = [
    ['Unpacking', isSetUp ? null : 'unpacked'],
    ['Setting up', reading.causes.total === 0 ? 'set up' : 'set-ups begun'],
    ['Inst', 'would be installed or upgraded'],
    ['Get', reading.summaries.has('Fetched') ? null : 'fetched'],
    ['Hit', 'hit'],
  ] as const;
  // apt prints what it is going to do before it does it, or only simulates it.
  const isPlan = reading.causes.total > 0 || reading.counts.get('Inst') > 0;
  const verdict = [
    ...[...reading.summaries]
      .filter(([kind]) => !reading.several.has(kind))
      .map(([kind, text]) => (isPlan && kind === 'upgraded' ? `planned: ${text}` : text)),
    ...(reading.runs > 1 ? [`the sum of ${figure(reading.runs)} runs`] : []),
    ...steps
      .filter(([name, word]) => word !== null && reading.counts.get(name) > 0)
      .map(([name, word]) => `${reading.counts.get(name)} ${word}`),
  ];
  if (verdict.length === 0 && reading.causes.total === 0 && reading.present.total === 0) return null;
  return {
    kind: 'apt',
    verdict,
    sections: [
      reading.causes.section({ heading: null, noun: 'error line', rank: ranks.cause, needed: 6 }),
      listOf(reading.present, { heading: 'already newest:', noun: 'package', rank: ranks.spread, needed: 4 }),
      ...[...reading.named].map(([heading, tally]) => {
        const section = listOf(tally, { heading, noun: 'package', rank: ranks.lead, needed: 4 });
        const planned = isPlan && heading !== 'kept back:' ? 'to be ' : '';
        return {
          ...section,
          heading: `${planned}${heading.slice(0, -1)} (${figure(section.total)}):`,
        };
      }),
      reading.warnings.section({ heading: 'warnings:', noun: 'warning', rank: ranks.lead, needed: 2 }),
    ],
    explainsFailure: reading.causes.total > 0,
  };
}

/** `1,005 upgraded, 0 newly installed` with the numbers of the runs before added. */
function withSums(text: string, known: string): string {
  const before = known.match(counted) ?? [];
  let at = 0;
  return text.replaceAll(counted, (digits) => figure(numberOf(digits) + numberOf(before[at++] ?? '0')));
}

const counted = /\d[\d,]*/g;
const numberOf = (digits: string): number => Number(digits.replaceAll(',', ''));
