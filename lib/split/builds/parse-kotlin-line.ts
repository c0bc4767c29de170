import type { Diagnostic } from './diagnostic.ts';

/**
 * A line of kotlinc under Gradle: `e: file:///src/Shop.kt:3:5 …`, before 1.9 `e: /src/Shop.kt: (3, 5): …`.
 */
export function parseKotlinLine(text: string, number: number): Diagnostic | null {
  const match = /^([ew]): (?:file:\/\/)?(\/?.{1,400}?):(?:(\d+):(\d+):?| \((\d+), (\d+)\):) (.*)$/.exec(text);
  if (!match) return null;
  const [, level, path = '', line = match[5], column = match[6], , , message = ''] = match;
  const severity = level === 'e' ? 'error' : 'warning';
  return { severity, path, line: Number(line), column: Number(column), code: null, message, number };
}
