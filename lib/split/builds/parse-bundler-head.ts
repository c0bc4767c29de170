import type { Diagnostic } from './diagnostic.ts';

/** The line that begins a problem, and which later line completes it. */
export interface BundlerHead {
  diagnostic: Diagnostic;
  /**
   * What completes it. `location`: one drawn below. `message`: the next line. `reason`: a line below that
   * reads like one. `null`: it is complete.
   */
  awaits: 'location' | 'message' | 'reason' | null;
}

/** A quick check, because most lines begin no problem. */
const begins = /^[✘X▲⚠EW[.]/;
const boxed = /^(?:✘|X|▲|⚠) \[(ERROR|WARNING)\] (.*)$/;
const headed = /^(?:\[[\w-]+\] )?(ERROR|WARNING) in (.*)$/;
const webpackLocation = /^(\S.{0,400}?)(?::(\d+):(\d+)| (\d+):(\d+)(?:-\d+(?::\d+)?)?)?$/;
const rolldownHead = /^(?:\[plugin [\w:-]+\] )?\[([A-Z][A-Z_]+)\] (?:(?:Warning|Error): )?(.*)$/;
const nextLocation = /^(\.{1,2}\/.{1,400}?\.\w{1,8})(?::(\d+):(\d+))?$/;
const rollupHead = /^\[!\] (?:\(plugin [\w:-]+\) )?(.*)$/;

const nowhere = { severity: 'error', path: null, line: null, column: null, code: null } as const;

/**
 * Parses the first line of a problem; esbuild, webpack, rolldown, rollup and next each have their own format.
 */
export function parseBundlerHead(text: string, number: number): BundlerHead | null {
  if (!begins.test(text)) return null;
  const box = boxed.exec(text);
  if (box) {
    const severity = box[1] === 'WARNING' ? 'warning' : 'error';
    return { diagnostic: { ...nowhere, severity, message: box[2] ?? '', number }, awaits: 'location' };
  }
  const web = headed.exec(text);
  if (web) return webpackHead(web[1] === 'ERROR' ? 'error' : 'warning', web[2] ?? '', number);
  if (text.startsWith('[')) {
    const rollup = rollupHead.exec(text);
    if (rollup) return { diagnostic: { ...nowhere, message: rollup[1] ?? '', number }, awaits: null };
    const [, code, message = ''] = rolldownHead.exec(text) ?? [];
    return code === undefined
      ? null
      : { diagnostic: { ...nowhere, code, message, number }, awaits: 'location' };
  }
  const next = text.startsWith('.') ? nextLocation.exec(text) : null;
  if (!next) return null;
  const [, path = '', line, column] = next;
  return {
    diagnostic: { ...nowhere, ...locationOf(path, line, column), message: '', number },
    awaits: 'reason',
  };
}

function webpackHead(severity: 'error' | 'warning', remaining: string, number: number): BundlerHead {
  if (remaining.includes(': '))
    return { diagnostic: { ...nowhere, severity, message: remaining, number }, awaits: null };
  const [, path = remaining, line, column, otherLine, otherColumn] = webpackLocation.exec(remaining) ?? [];
  const location = locationOf(path, line ?? otherLine, column ?? otherColumn);
  return { diagnostic: { ...nowhere, severity, ...location, message: '', number }, awaits: 'message' };
}

const locationOf = (path: string, line: string | undefined, column: string | undefined) => ({
  path,
  line: line === undefined ? null : Number(line),
  column: column === undefined ? null : Number(column),
});
