/** The name in a `---`, `+++` or `rename` line: quoted as git does, or up to a tab. `null`: `/dev/null`. */
export function parseDiffPath(remaining: string): string | null {
  const path = remaining.startsWith('"') ? unquote(remaining) : (remaining.split('\t', 1)[0] ?? '').trimEnd();
  return path === '/dev/null' ? null : path;
}

/** Both names of a file without git's `a/` and `b/` prefixes, which `diff -R` exchanges. */
export function withoutPrefixes(
  oldPath: string | null,
  newPath: string | null,
): { oldPath: string | null; newPath: string | null } {
  const starts = (oldPrefix: string, newPrefix: string) =>
    (oldPath ?? oldPrefix).startsWith(oldPrefix) && (newPath ?? newPrefix).startsWith(newPrefix);
  if (!starts('a/', 'b/') && !starts('b/', 'a/')) return { oldPath, newPath };
  return { oldPath: oldPath?.slice(2) ?? null, newPath: newPath?.slice(2) ?? null };
}

/**
 * The two names in `diff --git a/x b/x`; `null` if they cannot be separated because they contain spaces and
 * differ.
 */
export function parseGitPaths(remaining: string): { oldPath: string; newPath: string } | null {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(remaining);
  const half = (remaining.length - 1) / 2;
  const isTwice = remaining[half] === ' ' && remaining.slice(2, half) === remaining.slice(half + 3);
  const names = isTwice ? [remaining.slice(0, half), remaining.slice(half + 1)] : quoted?.slice(1);
  if (names === undefined) return null;
  const { oldPath, newPath } = withoutPrefixes(parseDiffPath(names[0] ?? ''), parseDiffPath(names[1] ?? ''));
  return oldPath === null || newPath === null ? null : { oldPath, newPath };
}

const escapes: Record<string, string> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** Resolves C escapes; octal ones are bytes of UTF-8. */
function unquote(text: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
  return inner.replace(/(?:\\[0-7]{3})+|\\./g, (found) => {
    if (!/^\\[0-7]/.test(found)) return escapes[found[1] ?? ''] ?? found.slice(1);
    const bytes = found.slice(1).split('\\');
    return new TextDecoder().decode(Uint8Array.from(bytes, (octal) => Number.parseInt(octal, 8)));
  });
}
