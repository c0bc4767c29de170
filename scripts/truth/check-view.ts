import { checkCounts } from './check-counts.ts';
import { checkLine } from './check-line.ts';
import { type Checked, numberOf, type Statement } from './statement.ts';

/** Splits a view into its statements, and verifies each against the result itself. */
export function checkView(view: string, checked: Checked): Statement[] {
  const [first = '', ...rest] = view.split('\n');
  const lines = rest.filter((line) => line !== '' && !/^recall_output\(|^The rest could not/.test(line));
  let isShown = false;
  const below = lines.flatMap((line) => {
    isShown = line.startsWith(' ') ? isShown : /^(?:begins|stands out|ends):$/.test(line);
    return checkLine(line, checked, isShown);
  });
  return [...checkFirstLine(first, checked), ...below];
}

/** `npm test: exit 1, 2 failed, 40 passed, 210 lines` */
function checkFirstLine(line: string, checked: Checked): Statement[] {
  const { raw, exitCode } = checked;
  const outcome = /: exit (\d+)(.*)$/s.exec(line);
  const message = outcome?.[2] ?? line.slice(line.indexOf(': ') + 1);
  const statements: Statement[] = [];
  if (outcome)
    statements.push({ text: `exit ${outcome[1]}`, is: Number(outcome[1]) === exitCode ? 'true' : 'false' });
  const lineCount = /, ([\d,]+) lines?$/.exec(line);
  const figures = lineCount ? message.slice(0, -lineCount[0].length) : message;
  if (lineCount)
    statements.push({
      text: lineCount[0],
      is: numberOf(lineCount[1]) === raw.lines.length ? 'true' : 'false',
    });
  const claimsSuccess =
    exitCode !== null &&
    exitCode !== 0 &&
    /\bpassed\b/.test(figures) &&
    /\b0 failed\b/.test(figures) &&
    !/[1-9]\d* (?:errors?|failed|packages? failed)\b/.test(figures);
  if (claimsSuccess && !/not (?:explained by|because of a test)/.test(figures))
    statements.push({ text: `${figures} above exit ${exitCode}`, is: 'false' });
  return [...statements, ...checkCounts(figures, checked)];
}
