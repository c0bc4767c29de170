import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';

/** `- button "Get" [ref=e11] [cursor=pointer]:`, an element of a page as browsers tell it to screen readers. */
const element = /^\s*- '?([a-z]+)(?: "((?:[^"\\]|\\.){0,400})")?((?: \[[\w=-]+\])*)'?(?::|$)(?: (.{1,400}))?/;
const ofPage = /^- Page (URL|Title): (.+)$/;
const controls = new Set(
  'button textbox combobox checkbox radio switch slider searchbox spinbutton tab menuitem option'.split(' '),
);
const alerts = new Set(['alert', 'alertdialog', 'dialog', 'status']);
const titles = new Set(['strong', 'columnheader', 'tab']);
const maxKept = 200;
/** The address and the title, of a few pages. */
const maxFacts = 8;

interface Element {
  text: string;
  line: number;
}

/** A snapshot of a web page: where it is, its headings, what one may fill in or press, and how much of each there is. */
export const summarizePage: Summarizer = {
  kind: 'page',
  covers: 'all',
  recognise: (evidence) =>
    hasMark(evidence, [
      mark((text) => /^ *- [a-z]+(?: "[^"\n]*")?(?: \[[\w=-]+\])* \[ref=\w+\]/m.test(text), '[ref='),
    ])
      ? 'marked'
      : null,
  read(): Reader {
    const roles = createTally(200);
    const links = createTally();
    const found = {
      controls: [] as Element[],
      alerts: [] as Element[],
      headings: [] as Element[],
      titles: [] as Element[],
    };
    const counts = { controls: 0, alerts: 0, headings: 0, titles: 0 };
    const facts: string[] = [];
    const keep = (list: keyof typeof found, text: string, line: number) => {
      counts[list] += 1;
      if (found[list].length < maxKept) found[list].push({ text: copyString(text), line });
    };
    return {
      line(text, line) {
        const [, key, value] = ofPage.exec(text) ?? [];
        if (value !== undefined && facts.length < maxFacts) {
          facts.push(copyString(key === 'URL' ? value : `"${value}"`));
          return;
        }
        const [, role, named, states = '', content] = element.exec(text) ?? [];
        if (role === undefined || (states === '' && named === undefined)) return;
        roles.add(role);
        const name = named ?? content ?? '';
        if (role === 'link') links.add(name);
        if (controls.has(role))
          keep('controls', `${role}${name === '' ? '' : ` "${name}"`}${marked(states)}`, line);
        else if (alerts.has(role)) keep('alerts', `${role} ${name}`, line);
        else if (role === 'heading' && name !== '') keep('headings', name, line);
        else if (titles.has(role) && name !== '') keep('titles', name, line);
      },
      finish() {
        if (roles.total === 0) return null;
        return {
          kind: 'page',
          verdict: [...facts.map((fact) => quote(fact, 160)), plural(roles.total, 'element')],
          statesSize: true,
          explainsFailure: false,
          sections: [
            listOf(null, found.alerts, counts.alerts, ranks.cause),
            // A page without headings may set its titles in bold.
            counts.headings > 0
              ? listOf('headings:', found.headings, counts.headings, ranks.spread)
              : listOf('in bold:', found.titles, counts.titles, ranks.spread),
            listOf('controls:', found.controls, counts.controls, ranks.spread),
            tallied('links:', links.top(30), links.distinct, ranks.lead),
            tallied('elements:', roles.top(12), roles.distinct, ranks.lead + 2),
          ],
        };
      },
    };
  },
};

/** ` [checked]`: what a state says beside the reference and the pointer. */
const marked = (states: string): string =>
  (states.match(/\[[\w=-]+\]/g) ?? []).filter((state) => !/^\[(?:ref|cursor)=/.test(state)).join('');

function listOf(heading: string | null, elements: readonly Element[], total: number, rank: number): Section {
  const facts = elements.map(({ text, line }, index): Fact => {
    const shown = quote(text, 80);
    return { rank: (index < 10 ? rank : ranks.sample) + index / 10, line, text: shown, quotes: [shown] };
  });
  return { heading, noun: 'element', total, layout: heading === null ? 'lines' : 'list', facts };
}

function tallied(
  heading: string,
  names: readonly { name: string; count: number }[],
  distinct: number | null,
  rank: number,
): Section {
  const shown = names.filter(({ name }) => name !== '');
  return {
    heading,
    noun: distinct === null ? null : 'name',
    total: distinct === null ? shown.length : distinct - (names.length - shown.length),
    layout: 'list',
    facts: shown.map(({ name, count }, index) => ({
      rank: rank + index / 5,
      text: `${quote(name, 60)}${count > 1 ? ` ×${count}` : ''}`,
    })),
  };
}
