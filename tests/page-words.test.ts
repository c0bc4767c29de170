import { describe, expect, test } from 'vitest';
import { readPageTexts, textsIn } from './support/read-page-texts.ts';

/** Where people read it: pages and components, and the refusals of the server that they show. */
const texts = readPageTexts(['components', 'app', 'lib/http', 'lib/team']);

/** Sentences that only their author understood, each with a phrasing that led to it. */
const riddles: readonly [sentence: string, phrasing: RegExp][] = [
  ['Nothing is held yet.', /\b(holds?|held)\b/i],
  ['Signed in nowhere.', /\bnowhere\b/i],
  ['Good once, within a day.', /\bgood once\b/i],
  ['What is ended signs in anew.', /\banew\b/i],
  ['This invite lets nobody in', /\blets? (\w+ )?(back )?in\b/i],
  ['Could not be looked through: there may be secrets in it.', /\blook(s|ed)? (through|at it)\b/i],
  ['Nothing that matches.', /\bnothing (that|of this|counted)\b/i],
  ['Why it came back', /\bc[ao]mes? back\b/i],
  ['In VITRINE_WORKSPACES, by whoever runs this server', /\bby whoever\b/i],
  ['Switched off in the config', /\bswitched off\b/i],
  ['You are not among them: you will not see it any more.', /\b(any more|among them)\b/i],
  ['No view was widened yet.', /\bno \w+ (is|was) \w+ yet\b/i],
  ['2 recalls in private conversations are not told.', /\b(is|are|was|were) (not )?told\b/i],
  ['What an artifact holds stands here.', /\bstands?\b/i],
  ['Nobody else may see it.', /\bnobody (else )?may\b/i],
  ['What was done stays.', /\bwhat (is|was|were) \w+(ed|en|ne|de|id)\b/i],
  ['That is no ID', /(?<!\bthere )\bis no (?!longer\b)/i],
  ['The sum is told by day.', /\btold\b/i],
  ['A kind whose views are too thin', /\btoo thin\b/i],
  ['It was used, taken back, or is over.', /\btaken back\b|\bis over[.,]/i],
  ['That folder and the workspace lie in each other.', /\blie in\b/i],
  ['None at hand.', /\bat hand\b/i],
  ['The search broke off.', /\bbroke off\b/i],
  ['This file is not there.', /\bnot there\b/i],
  ['The agent is at work.', /\bat work\b/i],
  ['Views widen by themselves', /\bby (itself|themselves)\b/i],
  ['A budget set in the config stays as it is.', /\bas it is\b/i],
  ['There is no price. It is not zero.', /\bit is not zero\b/i],
];

describe('the words on the page', () => {
  test.each(riddles)('are free of “%s” and all in its manner', (_sentence, phrasing) => {
    expect(texts.filter(({ text }) => phrasing.test(text))).toEqual([]);
  });

  test.each(riddles)('would be found: “%s”', (sentence, phrasing) => {
    const [head = '', ...rest] = sentence.split(' ');
    const source = `const a = <p title="${sentence}">${head} <b>${rest.join(' ')}</b></p>; throw new Error('${sentence}');`;
    expect(textsIn(source).filter((text) => phrasing.test(text)).length).toBeGreaterThanOrEqual(3);
  });

  test('are read from elements, attributes, templates and messages', () => {
    const source = [
      "import 'not read';",
      'const a = <p title="Of an attribute">Of {count} <b>elements</b></p>;',
      `const b = \`Of $\{n} templates\`;`,
    ].join('\n');
    expect(textsIn(source)).toEqual(['Of … elements', 'Of an attribute', 'Of … templates']);
    expect(texts.map(({ text }) => text)).toContain('No budgets yet.');
  });
});
