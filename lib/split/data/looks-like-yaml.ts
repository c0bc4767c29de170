const linesLooked = 100;
const key = /^\s{0,60}(?:- ){0,3}["']?[A-Za-z_$./][\w./$-]{0,80}["']?:(?:\s.*)?$/;
const item = /^\s{0,60}- \S/;
const isStart = /^(?:---|- )/;
/** Or a comment. */
const isEmpty = /^\s*(?:#|$)/;
const isNested = /^\s+(?:- )?[\w"'.-]/;
const isParent = /:\s*$/;
/** Of a hundred lines so many may be something else. */
const oddShare = 0.15;
const level =
  /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|error|warning|note|fatal|info|usage)$/;

/**
 * Whether a text that nobody calls YAML is YAML: nested keys, none twice on the first level, and nearly nothing else. Lines of a
 * log (`ERROR: …`, the same words again and again, times) are keys too, and nothing is nested in them.
 */
export function looksLikeYaml(head: string): boolean {
  if (!beginsAsYaml(head)) return false;
  const lines = head.split('\n', linesLooked).filter((line) => !isEmpty.test(line));
  if (lines.length < 5) return false;
  let odd = 0;
  let nested = 0;
  let parents = 0;
  for (const line of lines) {
    const isPart = key.test(line) || item.test(line);
    if (!isPart && line !== '---') odd += 1;
    if (odd > lines.length * oddShare) return false;
    if (isPart && isNested.test(line)) nested += 1;
    if (isParent.test(line)) parents += 1;
  }
  return nested >= 2 && parents >= 1 && hasOwnKeys(lines);
}

/** By the first line that says something: of most texts it says enough. */
function beginsAsYaml(head: string): boolean {
  let start = 0;
  for (let index = 0; index < linesLooked; index += 1) {
    const end = head.indexOf('\n', start);
    const line = head.slice(start, end === -1 ? head.length : end);
    if (!isEmpty.test(line)) return key.test(line) || isStart.test(line);
    if (end === -1) return false;
    start = end + 1;
  }
  return false;
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
