const linesLooked = 100;
const key = /^\s{0,60}(?:- ){0,3}["']?[A-Za-z_$./][\w./$-]{0,80}["']?:(?:\s.*)?$/;
const item = /^\s{0,60}- \S/;
const isStart = /^(?:---|- )/;
/** Matches comments as well as empty lines. */
const isEmpty = /^\s*(?:#|$)/;
const isNested = /^\s+(?:- )?[\w"'.-]/;
const isParent = /:\s*$/;
/** The share of lines that may be something else. */
const oddShare = 0.15;
const level =
  /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|ERR|FATAL|CRITICAL|error|warning|note|fatal|info|usage)$/;

/**
 * Whether a text without a declared language is YAML: nested keys, none twice at the top level, and nearly
 * nothing else. Log lines (`ERROR: …`, repeated words, times) look like keys too, but have nothing nested in
 * them.
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

/** Decides by the first line with content, which is enough for most texts. */
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

/** Whether the top-level keys of each document are distinct. */
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
