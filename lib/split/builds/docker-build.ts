import { ranks } from '../facts.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import type { Summarizer } from '../summarizer.ts';
import { recogniseBuild } from './recognise-build.ts';

const step = /^#\d+ \[(?:[\w.-]+ )?(\d+)\/(\d+)\] (.*)$/;

/** An image build: the step that failed, the end of its output, and the line of the Dockerfile. */
export const dockerBuild: Summarizer = {
  kind: 'docker build',
  covers: 'part',
  recognise: recogniseBuild({
    names: ({ name, args }) =>
      /^(?:docker|podman|nerdctl|buildah|docker-compose)$/.test(name) &&
      args.some((word) => /^(?:build|buildx|bake|bud)$/.test(word)),
    marks: [
      mark(
        /^#\d+ \[internal\] load |^ERROR: failed to (?:solve|build): |^#\d+ ERROR: process |^Step \d+\/\d+ : [A-Z]+ /m,
        '[internal] load ',
        'ERROR: failed to ',
        ' ERROR: process ',
        'Step ',
      ),
    ],
  }),
  read() {
    const causes = createNotes();
    const printed: { text: string; number: number }[] = [];
    const steps = new Set<string>();
    let last: string | null = null;
    let image: string | null = null;
    let cached = 0;
    let isExcerpt = false;
    return {
      line(text, number) {
        const match = text.startsWith('#') ? step.exec(text) : null;
        if (match || text.startsWith('Step ')) {
          last = text.replace(/^#\d+ /, '');
          if (steps.size < 1_000) steps.add(last);
        } else if (/^#\d+ CACHED$/.test(text)) cached += 1;
        else if (/^#\d+ (?:naming to|writing image) /.test(text))
          image = text.replace(/^#\d+ /, '').replace(/ (?:\d[\d.]*s )?done$/, '');
        else if (
          /^(?:ERROR: |#\d+ ERROR: |failed to solve|The command '|Error: |Dockerfile\S*:\d+$|Error response from daemon)/.test(
            text,
          )
        )
          causes.add(text.replace(/^#\d+ /, ''), number);
        else if (/^ +\d+ \| >>> /.test(text)) causes.add(text, number);
        else if (/^ > \[/.test(text)) {
          causes.add(text, number);
          isExcerpt = true;
        } else if (text.startsWith('------')) isExcerpt = false;
        else if (isExcerpt) {
          printed.push({ text: text.replace(/^#?\d+ ?\d*\.\d+ /, ''), number });
          if (printed.length > 24) printed.splice(0, 12);
        }
      },
      finish() {
        if (steps.size === 0 && causes.total === 0) return null;
        const ends = createNotes();
        for (const { text, number } of printed.slice(-8)) if (text.trim() !== '') ends.add(text, number);
        const hasFailed = causes.total > 0;
        const verdict = [
          `${steps.size} steps`,
          cached > 0 ? `${cached} cached` : null,
          hasFailed && last !== null ? `last: ${last.slice(0, 100)}` : null,
          image,
        ].filter((part) => part !== null);
        return {
          kind: 'docker build',
          verdict,
          sections: [
            causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 5 }),
            ends.section({ heading: 'it printed last:', noun: null, rank: ranks.failure, needed: 8 }),
          ],
          explainsFailure: hasFailed,
        };
      },
    };
  },
};
