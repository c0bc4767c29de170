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
const isSetUp = /(?:^| \/ )(?:Set up job|Complete job|Post .*)$/;
const jobOf = ({ name }: CiStep): string => /^(.*) \/ /.exec(name)?.[1] ?? '';

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
        if (kind !== undefined && notes.length < maxNotes) notes.push({ kind, text, line: number });
        const content = steps.line(line, number);
        const isOwn = content !== null && !isSetUp.test(line.step ?? '');
        general.lines([isOwn && kind === undefined ? content : ''], number);
      },
      finish(ending) {
        const { steps: ran, count, failedCount } = steps.finish();
        const failed = ran.filter(({ hasFailed }) => hasFailed);
        const jobs = new Set(ran.map(jobOf));
        const job = jobs.size === 1 ? ([...jobs][0] ?? '') : '';
        const shown = ran.filter(({ name, summary }) => !isSetUp.test(name) && summary !== null);
        return {
          kind: 'ci log',
          verdict: [
            `${job === '' ? '' : `${quote(job, 60)}: `}${plural(count, 'step')}`,
            ...(failedCount > 0 ? [`${figure(failedCount)} failed`] : []),
            ...(firstTime === null ? [] : [timeSpan(firstTime, lastTime)]),
          ],
          unreadLines: otherLines,
          explainsFailure: failedCount > 0,
          sections: [
            stepSection(shown, job),
            ...failed.flatMap(({ summary }) => summary?.sections ?? []),
            noteSection(notes),
          ],
          findings: general.finish({ ...ending, nature: 'report', isFile: false }),
        };
      },
    };
  },
};

/** Failed steps first, then those with a result. */
function stepSection(steps: readonly CiStep[], job: string): Section {
  const facts = steps.map((step, index): Fact => {
    const rank = step.hasFailed ? ranks.cause - 1 : index < neededSteps ? ranks.lead : ranks.sample;
    const { name, line, summary, lastText } = step;
    const isKnown = summary !== null && summary.kind !== 'general';
    const message = lastText === '' ? 'no output' : quote(lastText, 100);
    const result = isKnown ? `${summary.kind}: ${summary.verdict.join(', ')}` : message;
    const label = job === '' ? name : name.slice(job.length + 3);
    return {
      rank: rank + index / 100,
      line,
      text: `${quote(label, 60)}${step.hasFailed ? ' failed' : ''}: ${result}`,
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
