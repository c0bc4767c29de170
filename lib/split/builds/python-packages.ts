import { ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { createLineShapes } from '../line-shapes.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
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
    const causes = createNotes();
    const deeper = createNotes(20);
    const warnings = createLineShapes();
    const counts: Record<string, number> = {};
    const names = createTally(2_000);
    let warningCount = 0;
    const addWarning = (text: string, number: number) => {
      warnings.add(text, number);
      warningCount += 1;
    };
    const messages: string[] = [];
    let isConflict = false;
    let isArgued = false;
    let isBuildOutput = false;
    return {
      line(text, number) {
        if (text === '') return;
        const step = counted.exec(text)?.[1];
        if (step !== undefined) counts[step] = (counts[step] ?? 0) + 1;
        else if (done.test(text)) {
          const list = /^Successfully installed (.*)$/.exec(text)?.[1]?.split(' ') ?? [];
          for (const name of list) names.add(name);
          if (messages.length < 4)
            messages.push(list.length > 0 ? `${plural(list.length, 'package')} installed` : text);
        } else if (/^ *│? *╰─> \[\d+ lines of output\]/.test(text)) {
          causes.add(text, number);
          isBuildOutput = true;
        } else if (failed.test(text) && !(isBuildOutput && text.startsWith('      '))) {
          isBuildOutput = false;
          causes.add(text, number);
          isConflict = text.includes('conflict is caused by');
          isArgued = /╰─[>▶] Because/.test(text);
        } else if (isBuildOutput) {
          if (/\b\w*(?:Error|error|not found|No such file)\b/.test(text)) deeper.add(text, number);
        } else if (warned.test(text)) addWarning(text, number);
        else if ((isConflict && /^ {4}\S/.test(text)) || (isArgued && /^ {6}\S/.test(text)))
          causes.add(text, number);
      },
      finish() {
        const collected = counts.Collecting ?? 0;
        const present = counts['Requirement already satisfied:'] ?? 0;
        const verdict = [
          ...messages,
          collected > 0 ? `${plural(collected, 'package')} collected` : null,
          present > 0 ? `${present} already satisfied` : null,
        ].filter((part) => part !== null);
        if (verdict.length === 0 && causes.total === 0 && warningCount === 0) return null;
        return {
          kind: 'pip',
          verdict,
          sections: [
            deeper.section({ heading: 'in its build:', noun: 'line', rank: ranks.cause, needed: 3 }),
            causes.section({
              heading: null,
              noun: 'error line',
              rank: ranks.cause,
              needed: 4,
              characters: 400,
            }),
            listOf(names, { heading: 'installed:', noun: 'package', rank: ranks.lead, needed: 8 }),
            {
              heading: 'warnings:',
              noun: null,
              total: warningCount,
              layout: 'lines',
              facts: warnings.top(10).map(({ count, line, text }, index) => {
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
          explainsFailure: causes.total > 0,
        };
      },
    };
  },
};
