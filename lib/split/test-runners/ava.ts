import { mark } from '../marks.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { createFailureText, type FailureText } from './failure-text.ts';
import { isProgram, recogniseTests } from './recognise-tests.ts';
import { createTestReport } from './test-report.ts';

const verdict =
  /^ {2}(\d+) (tests? failed|tests? passed|tests? skipped|tests? todo|known failures?|uncaught exceptions?|unhandled rejections?|tests? were pending.*)$/;
const placeLine = /^ {2}([^\s:]+\.[cm]?[jt]sx?):(\d+)$/;

const marks = [
  mark(/\n {2}✘ \[fail\]: /, '  ✘ [fail]: '),
  mark((text) => text.includes('\n  ─\n') && /^ {2}\d+ tests? (?:passed|failed)$/m.test(text), '\n  ─\n'),
];

export const ava: Summarizer = {
  kind: 'ava',
  covers: 'part',
  recognise: recogniseTests(isProgram('ava'), marks),
  read: readAva,
};

interface OpenFailure {
  name: string;
  file: string;
  at: string;
  text: FailureText;
  line: number;
}

function readAva(): Reader {
  const report = createTestReport();
  const told = new Map<string, number>();
  let passed = 0;
  let title: { name: string; line: number } | null = null;
  let open: OpenFailure | null = null;

  const close = () => {
    if (open) {
      const { name, file, at, text, line } = open;
      report.fail({ ...text.finish(file), test: { path: file, line: at }, name: [name], line });
    }
    open = null;
  };
  return {
    line(line, number) {
      if (!line.startsWith('  ')) return;
      if (line.startsWith('  ✔ ')) {
        passed += 1;
        return;
      }
      if (line[2] === ' ') return open?.text.add(line);
      const said = verdict.exec(line);
      if (said) {
        close();
        told.set((said[2] ?? '').replace(/^tests? /, ''), Number(said[1]));
        return;
      }
      const place = placeLine.exec(line);
      if (place && title) {
        close();
        open = {
          name: title.name,
          file: place[1] ?? '',
          at: place[2] ?? '',
          text: createFailureText(),
          line: title.line,
        };
        return;
      }
      if (/^ {2}\S/.test(line)) title = { name: line.trim(), line: number };
      open?.text.add(line);
    },
    finish() {
      close();
      if (told.size === 0 && report.failureCount === 0) return null;
      const of = (word: string) => told.get(word) ?? 0;
      const others = [...told].filter(([word]) => !['failed', 'passed'].includes(word));
      return report.summarize({
        kind: 'ava',
        counts: [
          [of('failed'), 'failed'],
          [of('passed') || passed, 'passed'],
          ...others.map(([word, count]) => [count, word] as const),
        ],
        duration: null,
      });
    },
  };
}
