import type { GoRun } from './go-run.ts';

const outcomes = { pass: 'PASS', fail: 'FAIL', skip: 'SKIP' } as const;
const packageOutcomes = { pass: 'ok', fail: 'FAIL', skip: '?' } as const;

/** One line of `go test -json`. */
interface GoEvent {
  Action: string;
  Package: string;
  Test: string | null;
  Output: string;
}

/** @returns whether the line is an event */
export function readGoEvent(run: GoRun, line: string, number: number): boolean {
  const event = line.startsWith('{"') ? eventOf(line) : null;
  if (event === null) return false;
  const { Action: action, Package: name, Test: test, Output: output } = event;
  if (action === 'output') {
    if (test !== null) run.begin(test);
    const text = output.replace(/\n$/, '');
    if (!/^(?:=== |\s*--- |FAIL|PASS|ok )/.test(text)) run.say(text, number);
  } else if (action === 'pass' || action === 'fail' || action === 'skip') {
    if (test !== null) run.end(test, outcomes[action], number);
    else run.endPackage(name, packageOutcomes[action], '', number);
  }
  return true;
}

function eventOf(line: string): GoEvent | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const of = (key: string): string | null => {
      const current: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
      return typeof current === 'string' ? current : null;
    };
    const [action, name] = [of('Action'), of('Package')];
    return action === null || name === null
      ? null
      : { Action: action, Package: name, Test: of('Test'), Output: of('Output') ?? '' };
  } catch {
    // The line was cut, or another program printed it.
    return null;
  }
}
