import { hasFailed } from '../../core/has-failed.ts';
import { type Fact, ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { createTally } from '../tally.ts';

const programs = new Set(['curl', 'wget', 'http', 'https', 'xh', 'ab', 'httpie']);
const maxExchange = 30;
const maxBody = 6;

/**
 * Requests and responses as curl and wget print them with `-v`, `-i` or `-S`: status, content type, errors.
 */
export const httpExchange: Summarizer = {
  kind: 'http',
  covers: 'part',
  recognise(evidence) {
    if (evidence.type !== 'terminal') return null;
    const isNamed = evidence.programs.some(({ name }) => programs.has(name));
    return isNamed &&
      /^(?:[<>*] |\s*HTTP\/[\d.]+ \d{3}|curl: \(\d+\)|wget: |HTTP request sent)/m.test(evidence.head)
      ? 'named'
      : null;
  },
  read() {
    const facts: Fact[] = [];
    const body: { text: string; line: number }[] = [];
    const statuses = createTally(60);
    let [bodyLines, hasError] = [0, false];
    const add = (rank: number, text: string, line: number) => {
      const shown = quote(text, 160);
      if (facts.length < maxExchange)
        facts.push({ rank: rank + facts.length / 4, line, text: shown, quotes: [shown] });
    };
    return {
      line(text, line) {
        const [, status] = /^\s*(?:< )?(HTTP\/[\d.]{1,4} \d{3}.{0,100})$/.exec(text) ?? [];
        if (status !== undefined) {
          statuses.add(status.trim());
          return add(ranks.spread, status, line);
        }
        if (/^(?:curl: \(\d+\)|wget: |.{0,60}(?:failed: |unable to resolve host|ERROR \d{3}: ))/.test(text)) {
          hasError = true;
          return add(ranks.cause, text, line);
        }
        if (/^> [A-Z]{3,8} \S+ HTTP\//.test(text)) return add(ranks.failure, text.slice(2), line);
        if (
          /^\s*(?:< )?(?:location|content-type|content-length|retry-after|www-authenticate|set-cookie): /i.test(
            text,
          )
        ) {
          return add(ranks.lead, text.replace(/^\s*< /, ''), line);
        }
        if (
          /^\* (?: ?(?:Connected to|SSL connection using|SSL certificate|Could not|Failed|connect to|Operation timed out|Issue another request|subject:|expire date:|issuer:))/.test(
            text,
          )
        ) {
          return add(ranks.sample, text.slice(2), line);
        }
        if (
          /^[<>*{}] |^[<>*]$|^[{}] \[|^ {2}%|^ +Dload {2}Upload|^ *\d{1,3} +\d/.test(text) ||
          text.trim() === ''
        )
          return;
        bodyLines += 1;
        if (body.length < maxBody) body.push({ text, line });
      },
      finish({ exitCode }) {
        if (facts.length === 0) return null;
        return {
          kind: 'http',
          verdict: [
            ...statuses.top(3).map(({ name, count }) => (count === 1 ? name : `${name} ×${figure(count)}`)),
            ...(bodyLines > 0 ? [plural(bodyLines, 'line of the body', 'lines of the body')] : []),
          ],
          explainsFailure: hasError && hasFailed(exitCode),
          sections: [
            { heading: null, noun: null, total: facts.length, layout: 'lines', facts },
            {
              heading: 'body:',
              noun: 'line',
              total: bodyLines,
              layout: 'lines',
              facts: body.map(({ text, line }, index) => ({
                rank: (index < 2 ? ranks.lead : ranks.sample) + 5 + index,
                line,
                text: `${line}: ${quote(text, 160)}`,
                quotes: [quote(text, 160)],
              })),
            },
          ],
        };
      },
    };
  },
};
