import { ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { createLineShapes } from '../line-shapes.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally } from '../tally.ts';
import { listOf } from './list-of.ts';
import { recogniseBuild } from './recognise-build.ts';

const failed =
  /^ *(?:ERROR: |error: |× |╰─[>▶]|note: This error originates|The conflict is caused by:|Because |SolverProblemError|Unable to find installation candidates)/;
const warned = /^ *(?:WARNING: |DEPRECATION: |warning: )/;
const counted =
  /^ *(Collecting|Requirement already satisfied:|Downloading|Building wheel for|Using cached|Attempting uninstall:) /;
const done =
  /^(?:Successfully (?:installed|uninstalled|built) .*|(?:Resolved|Installed|Prepared|Audited|Uninstalled) \d+ packages? in .*|No dependencies to install or update|Package operations: .*)$/;

/** pip and uv: what was installed, which requirement could not be met, and why. */
export const pythonPackages: Summarizer = {
  kind: 'pip',
  covers: 'part',
  recognise: recogniseBuild({
    names: ({ name, args }) =>
      /^(?:pip[\d.]*|pipenv|poetry|pdm|conda|mamba|pipx)$/.test(name) || (name === 'uv' && args[0] !== 'run'),
    marks: [
      mark(
        /^(?:Looking in indexes: |Requirement already satisfied: |Collecting [\w.[\],=<>~!-]+(?: \(from |$)|Successfully installed \S+-\d|ERROR: (?:Could not find a version|No matching distribution|ResolutionImpossible|Cannot install))/m,
        'Looking in indexes: ',
        'Requirement already satisfied: ',
        'Collecting ',
        'Successfully installed ',
        'ERROR: Could not find a version',
        'ERROR: No matching distribution',
        'ERROR: ResolutionImpossible',
        'ERROR: Cannot install',
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
  deeper: createNotes(20),
  warnings: createLineShapes(),
  counts: {} as Record<string, number>,
  names: createTally(2_000),
  warningCount: 0,
  messages: [] as string[],
  isConflict: false,
  isArgued: false,
  isBuildOutput: false,
});
type Reading = ReturnType<typeof initialReading>;

function addWarning(reading: Reading, text: string, number: number) {
  reading.warnings.add(text, number);
  reading.warningCount += 1;
}

function readLine(reading: Reading, text: string, number: number) {
  if (text === '') return;
  const step = counted.exec(text)?.[1];
  if (step !== undefined) reading.counts[step] = (reading.counts[step] ?? 0) + 1;
  else if (done.test(text)) {
    const list = /^Successfully installed (.*)$/.exec(text)?.[1]?.split(' ') ?? [];
    for (const name of list) reading.names.add(name);
    if (reading.messages.length < 4)
      reading.messages.push(list.length > 0 ? `${plural(list.length, 'package')} installed` : text);
  } else if (/^ *│? *╰─> \[\d+ lines of output\]/.test(text)) {
    reading.causes.add(text, number);
    reading.isBuildOutput = true;
  } else if (failed.test(text) && !(reading.isBuildOutput && text.startsWith('      '))) {
    reading.isBuildOutput = false;
    reading.causes.add(text, number);
    reading.isConflict = text.includes('conflict is caused by');
    reading.isArgued = /╰─[>▶] Because/.test(text);
  } else if (reading.isBuildOutput) {
    if (/\b\w*(?:Error|error|not found|No such file)\b/.test(text)) reading.deeper.add(text, number);
  } else if (warned.test(text)) addWarning(reading, text, number);
  else if ((reading.isConflict && /^ {4}\S/.test(text)) || (reading.isArgued && /^ {6}\S/.test(text)))
    reading.causes.add(text, number);
}

function finishReading(reading: Reading): Summary | null {
  const collected = reading.counts.Collecting ?? 0;
  const present = reading.counts['Requirement already satisfied:'] ?? 0;
  const verdict = [
    ...reading.messages,
    collected > 0 ? `${plural(collected, 'package')} collected` : null,
    present > 0 ? `${present} already satisfied` : null,
  ].filter((part) => part !== null);
  if (verdict.length === 0 && reading.causes.total === 0 && reading.warningCount === 0) return null;
  return {
    kind: 'pip',
    verdict,
    sections: [
      reading.deeper.section({ heading: 'in its build:', noun: 'line', rank: ranks.cause, needed: 3 }),
      reading.causes.section({
        heading: null,
        noun: 'error line',
        rank: ranks.cause,
        needed: 4,
        characters: 400,
      }),
      listOf(reading.names, { heading: 'installed:', noun: 'package', rank: ranks.lead, needed: 8 }),
      {
        heading: 'warnings:',
        noun: null,
        total: reading.warningCount,
        layout: 'lines',
        facts: reading.warnings.top(10).map(({ count, line, text }, index) => {
          const shown = quote(text, 300);
          return {
            rank: (index < 2 ? ranks.lead : ranks.sample) + index,
            line,
            text: count > 1 ? `${shown} (one of ${figure(count)} like it)` : shown,
            quotes: [shown],
          };
        }),
      },
    ],
    explainsFailure: reading.causes.total > 0,
  };
}
