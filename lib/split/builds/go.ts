import { mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { parseLocated } from './parse-located.ts';

const linters = /^(?:golangci-lint|staticcheck|revive|errcheck|gosec)$/;
/** Messages of the go command about steps that succeeded. */
const progress =
  /^go: (?:downloading|finding|found|added|upgraded|downgraded|extracting|creating|to add|removed|warning: |no module dependencies)/;

/** `# example.org/parcel/rates [rates.test]`: the compiler's messages about a package follow. */
const packageHead = /^# [\w.-]+(?:\/[\w.~-]+)*(?: \[.*\])?$/;
/** What the go command itself finds in a file, before a package is compiled. */
const ofLoading =
  /^(?:expected |no required module|cannot find |undefined: |package \S+ is not in |malformed |found packages |import cycle|syntax error|(?:unknown|invalid) )/;
/** With `-gcflags=-m`, the compiler explains itself. */
const optimisation =
  /^(?:can(?:not)? inline |inlining call to |leaking param|moved to heap|ignoring self-assignment)|(?:escapes to heap|does not escape)\b/;

/**
 * go build and vet, tools that print in the same format (golangci-lint, staticcheck), and modules that cannot
 * be fetched.
 */
export const go = diagnosticsSummarizer({
  kind: 'go',
  names: ({ name, args }) => (name === 'go' && args[0] !== 'env' && args[0] !== 'list') || linters.test(name),
  marks: [
    mark(
      /^# [\w.-]+(?:\/[\w.~-]+)*(?: \[.*\])?\n(?:vet: )?[^\s:]+\.go:\d+|^[^\s:]+\.go:\d+:\d+: (?:(?:no required module|cannot find module|undefined: )|.* \([a-z]\w+\)$)/m,
      '.go:',
    ),
    mark(/^go: [\w.-]+\/\S+: /m, 'go: '),
  ],
  parse(report, { programs }) {
    /** Everything else prints such lines for other reasons: a program its log, `go tool cover` its figures. */
    const printsNothingElse = programs.some(({ name }) => name !== 'go' && linters.test(name));
    let downloads = 0;
    let isBelow = false;
    let isOfPackage = false;
    return {
      line(text, number) {
        if (text.startsWith('\t')) {
          if (isBelow && /^\t(?:have |want |go get |\S+\/\S+: )/.test(text)) report.explain(text);
          return;
        }
        isBelow = false;
        if (text.startsWith('# ')) isOfPackage = packageHead.test(text);
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
        if (!placed?.path.endsWith('.go')) {
          isOfPackage &&= text.startsWith('# ');
          return;
        }
        const linter = /^(.*) \(([A-Za-z]\w*)\)$/.exec(placed.rest);
        if (printsNothingElse || isOfPackage || linter || ofLoading.test(placed.rest)) {
          if (optimisation.test(placed.rest)) return;
          isBelow = true;
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
