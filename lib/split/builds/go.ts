import { mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { parseLocated } from './parse-located.ts';

/** Messages of the go command about steps that succeeded. */
const progress =
  /^go: (?:downloading|finding|found|added|upgraded|downgraded|extracting|creating|to add|removed|warning: |no module dependencies)/;

/**
 * go build and vet, tools that print in the same format (golangci-lint, staticcheck), and modules that cannot
 * be fetched.
 */
export const go = diagnosticsSummarizer({
  kind: 'go',
  names: ({ name, args }) =>
    (name === 'go' && args[0] !== 'env' && args[0] !== 'list') ||
    name === 'golangci-lint' ||
    name === 'staticcheck' ||
    name === 'revive',
  marks: [
    mark(
      /^# [\w.-]+(?:\/[\w.~-]+)*(?: \[.*\])?\n(?:vet: )?[^\s:]+\.go:\d+|^[^\s:]+\.go:\d+:\d+: (?:(?:no required module|cannot find module|undefined: )|.* \([a-z]\w+\)$)/m,
      '.go:',
    ),
    mark(/^go: [\w.-]+\/\S+: /m, 'go: '),
  ],
  parse(report) {
    let downloads = 0;
    let isBelow = false;
    return {
      line(text, number) {
        if (text.startsWith('\t')) {
          if (isBelow && /^\t(?:have |want |go get |\S+\/\S+: )/.test(text)) report.explain(text);
          return;
        }
        isBelow = false;
        if (text.startsWith('go: ')) {
          if (text.startsWith('go: downloading ')) downloads += 1;
          if (progress.test(text)) return;
          isBelow = true;
          report.add({ ...nowhere, message: text.slice(4), number });
          return;
        }
        if (text.startsWith('note: module requires ')) return report.say(text.slice(6));
        if (text.endsWith('too many errors')) return report.say('too many errors: go stopped there');
        const placed = text.includes('.go:') ? parseLocated(text.replace(/^vet: /, '')) : null;
        if (placed?.path.endsWith('.go')) {
          isBelow = true;
          const linter = /^(.*) \(([A-Za-z]\w*)\)$/.exec(placed.rest);
          report.add({
            ...placed,
            severity: 'error',
            code: linter?.[2] ?? null,
            message: linter?.[1] ?? placed.rest,
            number,
          });
        }
      },
      end() {
        if (downloads > 0) report.say(`${plural(downloads, 'module')} downloaded`);
      },
    };
  },
});

const nowhere = { severity: 'error', path: null, line: null, column: null, code: null } as const;
