import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import { createTally } from '../tally.ts';
import type { FileSummarizer } from './file-summarizer.ts';
import { sourceFileOf } from './source-file.ts';

const instruction =
  /^\s*(FROM|RUN|COPY|ADD|CMD|ENTRYPOINT|EXPOSE|ENV|ARG|USER|WORKDIR|VOLUME|LABEL|HEALTHCHECK|SHELL)\s/i;
const reported = new Set(['FROM', 'CMD', 'ENTRYPOINT', 'EXPOSE', 'USER', 'WORKDIR', 'HEALTHCHECK']);
const bufferedCount = 60;

/** Dockerfiles: base images, the number of steps, and the command that finally runs. */
export const summarizeDockerfile: FileSummarizer = {
  kind: 'dockerfile',
  covers: 'all',
  recognise(evidence) {
    const file = sourceFileOf(evidence);
    return file && /^(?:dockerfile|containerfile)(?:\..*)?$|\.dockerfile$/.test(file.name) ? 'named' : null;
  },
  read() {
    const counts = createTally(30);
    const lines: { text: string; line: number; word: string }[] = [];
    let goesOn = false;
    return {
      line(text, line) {
        const [, name] = goesOn ? [] : (instruction.exec(text) ?? []);
        goesOn = text.trimEnd().endsWith('\\');
        if (name === undefined) return;
        const word = name.toUpperCase();
        counts.add(word);
        if (reported.has(word) && lines.length < bufferedCount)
          lines.push({ text: quote(text, 140), line, word });
      },
      hasFound: () => counts.total > 0,
      finish({ exitCode }) {
        if (counts.total === 0 || hasFailed(exitCode)) return null;
        return {
          kind: 'dockerfile',
          verdict: [
            'Dockerfile',
            plural(counts.get('FROM'), 'stage'),
            ...counts
              .top(3)
              .filter(({ name }) => name !== 'FROM')
              .map(({ name, count }) => `${count} ${name}`),
          ],
          sections: [
            {
              heading: null,
              noun: 'line',
              total: lines.length,
              layout: 'lines',
              facts: lines.map(({ text, line, word }, index) => ({
                rank:
                  (word === 'FROM' || word === 'CMD' || word === 'ENTRYPOINT' || word === 'EXPOSE'
                    ? ranks.spread
                    : ranks.lead) +
                  index / 10,
                text: `${line}\t${text}`,
                line,
                quotes: [text],
              })),
            },
          ],
          explainsFailure: false,
        };
      },
    };
  },
};
