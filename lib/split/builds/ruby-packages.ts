import { ranks } from '../facts.ts';
import { mark } from '../marks.ts';
import { createNotes } from '../notes.ts';
import { plural } from '../plural.ts';
import type { Summarizer } from '../summarizer.ts';
import { recogniseBuild } from './recognise-build.ts';

const failed =
  /^(?:ERROR: |Could not (?:find|reach|fetch|verify)|Bundler could not|Gem::\S+(?:Error|Exception)|An error occurred while installing|Because |Network error|You have already activated|Your bundle is locked|Fetching source index from .* failed)/;
const done =
  /^(?:Bundle complete!.*|\d+ gems? installed|Bundle updated!|Successfully installed .*|\d+ Gemfile dependenc.*)$/;

/** gem and bundler: what was installed, and what could not be found or built. */
export const rubyPackages: Summarizer = {
  kind: 'bundler',
  covers: 'part',
  recognise: recogniseBuild({
    names: ({ name, args }) => name === 'gem' || (/^bundler?$/.test(name) && args[0] !== 'exec'),
    marks: [
      mark(
        /^Bundle complete! |^Bundler could not find compatible versions|^An error occurred while installing |^Could not find gem '|^ERROR: {2}Could not find a valid gem/m,
        'Bundle complete! ',
        'Bundler could not find',
        'An error occurred while installing ',
        "Could not find gem '",
        'ERROR:  Could not find a valid gem',
      ),
    ],
  }),
  read() {
    const causes = createNotes();
    const messages: string[] = [];
    let installing = 0;
    let using = 0;
    let isCause = false;
    return {
      line(text, number) {
        if (text.startsWith('Installing ')) installing += 1;
        else if (text.startsWith('Using ')) using += 1;
        else if (failed.test(text)) {
          causes.add(text, number);
          isCause = true;
        } else if (done.test(text)) {
          if (messages.length < 4) messages.push(text);
        } else if (isCause && text !== '' && causes.total < 12) causes.add(text, number);
      },
      finish() {
        const verdict = [
          ...messages,
          installing > 0 ? `${plural(installing, 'gem')} installed` : null,
          using > 0 ? `${using} already there` : null,
        ].filter((part) => part !== null);
        if (verdict.length === 0 && causes.total === 0) return null;
        return {
          kind: 'bundler',
          verdict,
          sections: [
            causes.section({ heading: null, noun: null, rank: ranks.cause, needed: 10, characters: 300 }),
          ],
          explainsFailure: causes.total > 0,
        };
      },
    };
  },
};
