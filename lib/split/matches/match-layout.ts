import type { Evidence } from '../summarizer.ts';
import { parseMatchLine } from './match-line.ts';
import type { SearchRequest } from './search-request.ts';

/**
 * The output format of a search: `numbered` `path:12:text` · `headed` a file name above `12:text` · `named`
 * `path:text` · `bare` text only, of one file · `json` ripgrep's JSON lines · `counts` `path:3` · `paths`
 * file names only.
 */
export type MatchLayout = 'numbered' | 'headed' | 'named' | 'bare' | 'json' | 'counts' | 'paths';

const linesLooked = 200;
/** `lib/a.ts:12`, and nothing else. */
const counted = /^[^\s:]*[./][^\s:]*:\d{1,9}$/;
const pathLike = /^[^\s:]*[./][^\s:]*$/;
/** `lib/a.ts:`, also after a revision: `HEAD:lib/a.ts:`. */
const pathBefore = /^(?:[\w~^@-]{1,100}:)?[^\s:]*[./][^\s:]*:/;

/** `10:00:05 text`, `Mar  2 10:00:05`, `logs/a.log:10:00:05`: a time of day, not a line number. */
const beginsWithTime =
  /^[^\s:]*[./][^\s:]*:\d\d:[0-5]\d:[0-5]\d(?![:\d])|^[^:]*(?<!\d)\d\d?:[0-5]\d:[0-5]\d(?![:\d])/;

/** Whether a search prints lines of a log and nothing else, so that they are read as the log is. */
export const isOfLog = (evidence: Evidence, request: SearchRequest): boolean =>
  request.gives === 'lines' &&
  !request.hasContext &&
  isMostlyTimed(linesIn(evidence.head)) &&
  matchLayoutOf(evidence, { ...request, hasNumbers: false }) === 'bare';

const isMostlyTimed = (lines: readonly string[]): boolean =>
  lines.filter((line) => beginsWithTime.test(line)).length > lines.length / 2;

/** Whether the lines of a search are numbered, as far as its options and its output show. */
export const areNumbered = ({ head }: Evidence, { hasNumbers }: SearchRequest): boolean =>
  hasNumbers ?? !isMostlyTimed(linesIn(head));

const linesIn = (head: string): string[] =>
  head
    .split('\n')
    .slice(0, linesLooked)
    .filter((line) => line !== '' && line !== '--');

/** Detects the format of output that is known to be a search's. */
export function matchLayoutOf({ head }: Evidence, { gives, hasNumbers }: SearchRequest): MatchLayout {
  if (isRipgrepJson(head)) return 'json';
  if (gives === 'counts' || gives === 'paths') return gives;
  const lines = linesIn(head);
  const share = (test: (line: string) => boolean) => lines.filter(test).length / Math.max(1, lines.length);
  // Lines that look like counts may be matches, unless the requested output is unknown. The last line may be
  // cut.
  const whole = head.endsWith('\n') ? lines : lines.slice(0, -1);
  if (gives === null && whole.length > 1 && whole.every((line) => counted.test(line))) return 'counts';
  const parsed = lines.map((line) => (hasNumbers === false ? null : parseMatchLine(line, null, true)));
  const bare = parsed.filter((line) => line !== null && line.path === null).length;
  const numbered = parsed.filter((line) => line !== null && line.path !== null).length;
  if (bare > numbered) return isHeaded(parsed) ? 'headed' : 'bare';
  if (numbered > lines.length / 2) return 'numbered';
  if (share((line) => pathBefore.test(line)) > 0.8) return 'named';
  return gives === null && share((line) => pathLike.test(line)) > 0.9 ? 'paths' : 'bare';
}

/** Whether some line without a number comes directly before one with a number. */
const isHeaded = (parsed: readonly unknown[]): boolean =>
  parsed[0] === null && parsed.some((line, index) => line !== null && parsed[index - 1] === null);

export const isRipgrepJson = (head: string): boolean => head.startsWith('{"type":"begin","data":{"path":');

const severity = /^(?:\d+:)? ?(?:fatal )?(?:error|warning|note|info|[A-Z]{1,4}\d{1,5})\b/i;

const linesOfMarks = 49;

/**
 * Recognises matches without a command: nearly every line is `path:12:text`, and none is a compiler's or a
 * linter's. A search lists each line once, and mostly several lines per file or files in folders. Logged
 * source locations and hosts with ports do not.
 */
export function looksLikeMatches(head: string): boolean {
  const found = new Set<string>();
  let isOfFiles = false;
  let [lastPath, lastNumber] = ['', 0];
  let own = 0;
  let others = 0;
  let start = 0;
  for (let seen = 0; seen < linesOfMarks; seen += 1) {
    const end = head.indexOf('\n', start);
    if (end === -1) break;
    const line = head.slice(start, end);
    start = end + 1;
    if (line === '' || line === '--') continue;
    const parsed = parseMatchLine(line, null, false);
    if (parsed?.path == null || !pathLike.test(parsed.path)) {
      others += 1;
      if (others > linesOfMarks / 10) return false;
      continue;
    }
    const location = `${parsed.path}:${parsed.number}`;
    // Compilers print a column behind the line.
    if (/^\d{1,6}: /.test(parsed.text)) return false;
    if (severity.test(parsed.text) || found.has(location)) return false;
    found.add(location);
    isOfFiles ||= parsed.path.includes('/') || (parsed.path === lastPath && parsed.number > lastNumber);
    [lastPath, lastNumber] = [parsed.path, parsed.number];
    own += 1;
  }
  return isOfFiles && own + others >= 5 && own >= (own + others) * 0.9;
}
