/**
 * How much a line looks like a total of what precedes it: counts beside words for results. 0 to about 3.7.
 */
export function totalityOf(line: string): number {
  if (line.length > maxCharacters || countsNothing(line)) return 0;
  const counts = line.match(counted)?.length ?? 0;
  const isHeaded = headed.test(line) && /\d/.test(line);
  const measures = line.match(measured)?.length ?? 0;
  return Math.min(3, counts + measures * 0.8) * 0.9 + (isHeaded ? 1 : 0);
}

/** True for lines with only zeros, except where zero is good news: `0 failed`. */
const countsNothing = (line: string): boolean =>
  /\d/.test(line) && !/[1-9]/.test(line) && !/fail|error|warn|problem|vulnerab|lost|loss/i.test(line);

const maxCharacters = 300;

/** Words that programs print beside a count of results. */
const results =
  'pass(?:ed|ing|es)?|fail(?:ed|ing|ures?|s)?|errors?|warnings?|skipp?(?:ed|ing)?|pending|todo|ignored|tests?|suites?|total|' +
  'problems?|found|files?|changed|insertions?|deletions?|added|removed|updated|upgraded|installed|created|deleted|imported|' +
  'rejected|processed|to add|to change|to destroy|matches|issues?|vulnerabilit(?:y|ies)|packages?|rows?|records?|items?|ok|' +
  'succeeded|successful|transmitted|received|sent|delivered|deferred|bounced|duplicates|dropped|transferred|repaired|fixed|corrected|completed|done|finished|seconds?|objects?|calls?|unreachable|checks?|requests?|bytes|mb|gb|kb|entries|lines?|' +
  'links?|pages?|gesamt|fehler|warnungen|dateien|importiert|übersprungen|fichiers?|erreurs?|lignes?|всего|合计|总计|共|合計|件';
const counted = new RegExp(
  `(?<![\\w.])[\\d,]+(?:\\.\\d+)?%?\\s*(?:${results})(?![\\w])|(?<![\\w./-])(?:${results})\\s*[:=]?\\s*\\(?[\\d,]+(?:\\.\\d+)?(?![\\w])`,
  'giu',
);
/** Measures of a whole: `rtt min/avg/max = 14/42/385`, `AIC: 1675.9`, `throughput summary: 58651.03`. */
const measured =
  /(?<![\w-])(?:avg|average|mean|median|max(?:imum)?|p\d{2}|throughput(?: summary)?|loss|speed(?:up)?|aic|bic|auc|accuracy|rmse|r-squared|deviance|latency)(?![\w-])[^\d\n]{0,24}\d|(?<![\w.])\d[\d.,]*%? (?:packet loss|loss|requests per second|ops\/s(?:ec)?|req\/s(?:ec)?)/giu;
const headed =
  /^[\s\P{L}]*(?:total|totals|summary|found|plan|results?|ran|finished|done|completed|tests?|test suites|coverage|all files|overall|conclusion|status|verdict|build|gesamt|zusammenfassung|résumé|итого|总计|合计)(?![\p{L}_])/iu;

/** Whether a total counts failures, which the lines after it then list. */
export const countsFailures = (line: string): boolean =>
  /\b[1-9]\d*\s+(?:fail|error|problem)|\b(?:fail\w*|errors?)[:=\s]+[1-9]/i.test(line);

/** Every total contains one of these words, which allows a cheap first check. */
export const totalityHints: readonly string[] = (
  'avg average mean median max maximum throughput loss speed speedup aic bic auc accuracy rmse deviance latency transmitted received sent delivered deferred bounced duplicates dropped transferred repaired fixed corrected ' +
  'pass passed passing passes fail failed failing failure failures fails error errors warning warnings skip skipped skipping pending ' +
  'todo ignored test tests suite suites total problem problems found file files changed insertion insertions deletion deletions ' +
  'added removed updated upgraded installed created deleted imported rejected processed add change destroy matches issue issues ' +
  'vulnerability vulnerabilities package packages row rows record records item items ok succeeded successful completed done ' +
  'finished second seconds call calls object objects unreachable check checks request requests bytes mb gb kb entries line lines link links ' +
  'page pages gesamt fehler warnungen dateien importiert fichier fichiers erreur erreurs ligne lignes totals summary plan result ' +
  'results ran suites coverage all overall conclusion status verdict build zusammenfassung'
).split(' ');
