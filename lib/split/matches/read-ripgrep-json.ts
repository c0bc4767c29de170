import type { Match } from './match-tally.ts';

const start = '{"type":"match","data":{"path":{"text":"';

/**
 * Parses a line of `rg --json`; source: its manual, grep-printer's JSON format. `null`: not a match. A very
 * long line that was cut keeps its path.
 */
export function readRipgrepJson(line: string, index: number): Match | null {
  if (!line.startsWith('{"type":"match"')) return null;
  const data = memberOf(parse(line), 'data');
  if (data === null) {
    const path = line.startsWith(start) ? line.slice(start.length, line.indexOf('"', start.length)) : null;
    return { path, number: null, text: '', line: index };
  }
  const path = memberOf(memberOf(data, 'path'), 'text');
  const text = memberOf(memberOf(data, 'lines'), 'text');
  const number = memberOf(data, 'line_number');
  return {
    path: typeof path === 'string' ? path : null,
    number: typeof number === 'number' ? number : null,
    text: typeof text === 'string' ? text.replace(/\n$/, '') : '',
    line: index,
  };
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? ((value as Record<string, unknown>)[key] ?? null) : null;

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null; // The line is cut, or not JSON.
  }
}
