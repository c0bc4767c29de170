import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { createGeneralReading } from '../general/general-reading.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { ciLineOf, looksLikeCiLog } from './ci-line.ts';
import { type CiStep, createCiSteps } from './ci-steps.ts';
import { timeSpan } from './log-time.ts';

const maxNotes = 200;
const neededSteps = 10;
const note = /^##\[(error|warning)\](.*)/;
/** Steps that the runner agent adds itself. */
const isSetUp = /^(?:Set up job|Complete job|Post .*)$/;

/** The log of a CI job: each step is read as the output of its command and summarized by its result. */
export const ciLog: Summarizer = {
  kind: 'ci log',
  covers: 'all',
  recognise: ({ head }) => (looksLikeCiLog(head) ? 'named' : null),
  read(_, readInside) {
    const steps = createCiSteps(readInside);
    const general = createGeneralReading();
    const notes: { kind: string; text: string; line: number }[] = [];
    let otherLines = 0;
    let firstTime: string | null = null;
    let lastTime = '';
    return {
      line(raw, number) {
        const line = ciLineOf(raw);
        if (!line) {
          if (raw.trim() !== '') otherLines += 1;
          return;
        }
        firstTime ??= line.time;
        lastTime = line.time;
        const [, kind, text = ''] = note.exec(line.text) ?? [];
        if (kind !== undefined && notes.length < maxNotes)
          notes.push({ kind, text: copyString(text), line: number });
        const content = steps.line(line, number);
        const isOwn = content !== null && !isSetUp.test(line.step ?? '');
        general.lines([isOwn && kind === undefined ? content : ''], number);
      },
      finish(ending) {
        const { steps: ran, count, failedCount, erroneousCount } = steps.finish();
        const erroneous = ran.filter(({ hasErrors }) => hasErrors);
        const jobs = [...new Set(ran.map(({ job }) => job))];
        const job = jobs.length === 1 ? (jobs[0] ?? null) : null;
        const shown = ran.filter(
          ({ name, summary, hasErrors }) => hasErrors || (!isSetUp.test(name) && summary !== null),
        );
        return {
          kind: 'ci log',
          verdict: [
            `${job === null ? '' : `${quote(job, 60)}: `}${plural(count, 'step')}`,
            ...(failedCount > 0 ? [`${figure(failedCount)} failed`] : []),
            ...(erroneousCount > 0 ? [`${figure(erroneousCount)} with errors`] : []),
            ...(firstTime === null ? [] : [timeSpan(firstTime, lastTime)]),
          ],
          unreadLines: otherLines,
          explainsFailure: erroneous.length > 0,
          sections: [
            stepSection(shown, jobs.length > 1),
            ...erroneous.flatMap(({ summary }) => summary?.sections ?? []),
            noteSection(notes),
          ],
          findings: general.finish({ ...ending, nature: 'report', isFile: false }),
        };
      },
    };
  },
};

/** Steps that failed or reported errors first, then those with a result. */
function stepSection(steps: readonly CiStep[], namesJobs: boolean): Section {
  const facts = steps.map((step, index): Fact => {
    const rank = step.hasErrors ? ranks.cause - 1 : index < neededSteps ? ranks.lead : ranks.sample;
    const { name, line, summary, lastText, errorText } = step;
    const isKnown = summary !== null && summary.kind !== 'general';
    // The last line of a step that failed need not say why.
    const isBad = step.hasFailed || step.hasErrors;
    const lastLine = lastText === '' ? 'no output' : `${isBad ? 'last line: ' : ''}${quote(lastText, 100)}`;
    const shownLine = isBad && errorText !== null ? quote(errorText, 100) : lastLine;
    const result = isKnown ? `${summary.kind}: ${summary.verdict.join(', ')}` : shownLine;
    const label = namesJobs && step.job !== null ? `${step.job} / ${name}` : name;
    const state = step.hasFailed ? ' failed' : step.hasErrors ? ', with errors' : '';
    return {
      rank: rank + index / 100,
      line,
      text: `${quote(label, 60)}${state}: ${result}`,
    };
  });
  return { heading: null, noun: 'step', total: facts.length, layout: 'lines', facts };
}

function noteSection(notes: readonly { kind: string; text: string; line: number }[]): Section {
  const facts = notes.map(
    ({ kind, text, line }, index): Fact => ({
      rank: (kind === 'error' ? ranks.failure : ranks.lead + 2) + index,
      line,
      text: `${kind}: ${quote(text, 160)}`,
      quotes: [quote(text, 160)],
    }),
  );
  return { heading: null, noun: 'note', total: facts.length, layout: 'lines', facts };
}
