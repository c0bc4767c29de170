const linesLooked = 100;
const key = /^\s{0,60}(?:- ){0,3}["']?[A-Za-z_$./][\w./$-]{0,80}["']?:(?:\s.*)?$/;
const item = /^\s{0,60}- \S/;
const level =
  /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|error|warning|note|fatal|info|usage)$/;

/**
 * Whether a text that nobody calls YAML is YAML: nested keys, none twice on the first level, and nearly nothing else. Lines of a
 * log (`ERROR: …`, the same words again and again, times) are keys too, and nothing is nested in them.
 */
export function looksLikeYaml(head: string): boolean {
  const lines = head
    .split('\n', linesLooked)
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  if (lines.length < 5 || !(key.test(lines[0] ?? '') || /^(?:---|- )/.test(lines[0] ?? ''))) return false;
  const keys = lines.filter((line) => key.test(line) || item.test(line) || line === '---');
  const nested = lines.filter(
    (line) => /^\s+(?:- )?[\w"'.-]/.test(line) && (key.test(line) || item.test(line)),
  );
  const parents = lines.filter((line) => /:\s*$/.test(line));
  if (keys.length < lines.length * 0.85 || nested.length < 2 || parents.length < 1) return false;
  return hasOwnKeys(lines);
}

/** Of each document the first level. */
function hasOwnKeys(lines: readonly string[]): boolean {
  let seen = new Set<string>();
  for (const line of lines) {
    if (line === '---') seen = new Set();
    const name = /^["']?([A-Za-z_$./][\w./$-]{0,80})["']?:/.exec(line)?.[1];
    if (name === undefined) continue;
    if (seen.has(name) || level.test(name)) return false;
    seen.add(name);
  }
  return true;
}
