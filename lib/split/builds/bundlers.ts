import { mark } from '../marks.ts';
import { createBundleFigures } from './bundle-figures.ts';
import { diagnosticsSummarizer } from './diagnostics-summarizer.ts';
import { type BundlerHead, parseBundlerHead } from './parse-bundler-head.ts';
import { isProgram } from './recognise-build.ts';

const drawnLocation = /^ {0,8}(?:,-|╭─)\[ ?(.{1,400}?):(\d+):(\d+) ?\]/;
const esbuildLocation = /^ {4}(\S.{0,400}?):(\d+):(\d+):$/;
const reason =
  /^(?:Type error|Module not found|Module parse failed|SyntaxError|Error|Parsing (?:ecmascript|css) source code failed|Export \w+ doesn't exist|Attempted import error)\b/;
/** The line after `error during build:`, in which vite and rollup report the error. */
const buildError = /^(?:\[[\w:-]+\]:? |RollupError: |Could not resolve |Transform failed)/;

/** webpack, vite, rollup, rolldown, esbuild, next: what failed to build, and what was built. */
export const bundlers = diagnosticsSummarizer({
  kind: 'bundler',
  names: ({ name, args }) =>
    isProgram(
      'webpack',
      'webpack-cli',
      'rspack',
      'rollup',
      'rolldown',
      'esbuild',
      'parcel',
      'tsup',
      'ng',
    )({ name, args }) ||
    (/^(?:vite|next|nuxt|astro|svelte-kit|remix|vue-cli-service|react-scripts|rsbuild|wrangler|craco)$/.test(
      name,
    ) &&
      args.some((word) => word === 'build')),
  marks: [
    mark(
      /^(?:webpack [\d.]+ compiled |vite v[\d.]+ building |error during build:$|✓ built in |✘ \[ERROR\] |(?:ERROR|WARNING) in (?:\.\/|\[|src\/)| *▲ Next\.js \d|Failed to compile\.$|\[!\] (?:\(plugin|RollupError|Error)|Route \((?:app|pages)\))/m,
      ' compiled ',
      'vite v',
      'error during build:',
      '✓ built in ',
      '✘ [ERROR] ',
      'ERROR in ',
      'WARNING in ',
      '▲ Next.js ',
      'Failed to compile.',
      '[!] ',
      'Route (',
    ),
  ],
  parse(report) {
    const figures = createBundleFigures();
    let open: BundlerHead | null = null;
    let kind = 'bundler';
    let isFailing = false;
    let hasProblems = false;
    const add: typeof report.add = (diagnostic) => {
      hasProblems = true;
      report.add(diagnostic);
    };
    /** @returns true for a line that completes the problem begun above */
    const complete = (text: string): boolean => {
      if (!open) return false;
      const { diagnostic, awaits } = open;
      const location =
        awaits === 'location' ? (drawnLocation.exec(text) ?? esbuildLocation.exec(text)) : null;
      if (location) {
        const at = { path: location[1] ?? null, line: Number(location[2]), column: Number(location[3]) };
        add({ ...diagnostic, ...at });
      } else if (awaits === 'message' || (awaits === 'reason' && reason.test(text))) {
        add({ ...diagnostic, message: text.trim() });
      } else return false;
      open = null;
      return true;
    };
    const close = () => {
      if (open && open.diagnostic.message !== '') add(open.diagnostic);
      open = null;
    };
    return {
      line(text, number) {
        if (text === '') return;
        figures.line(text);
        kind = kindIn(text) ?? kind;
        if (complete(text)) return;
        const head = parseBundlerHead(text, number);
        if (isFailing && buildError.test(text) && head?.awaits !== 'location') {
          add({ ...nowhere, message: text, number });
          isFailing = false;
        } else if (head) {
          close();
          if (head.awaits === null) add(head.diagnostic);
          else open = head;
        } else if (text.startsWith('file: ') || /^\S+ \(\d+:\d+\)$/.test(text)) report.explain(text);
        else isFailing ||= text === 'error during build:';
      },
      end() {
        close();
        for (const text of figures.parts())
          report.say(hasProblems ? text.replace(/ with \d+ .*(?= in )/, '') : text);
      },
      kind: () => kind,
      sections: () => figures.sections(),
    };
  },
});

const nowhere = { severity: 'error', path: null, line: null, column: null, code: null } as const;

function kindIn(text: string): string | null {
  if (text.startsWith('webpack ')) return / compiled /.test(text) ? 'webpack' : null;
  if (text.startsWith('vite v')) return 'vite';
  return text.includes('▲ Next.js ') ? 'next' : null;
}
