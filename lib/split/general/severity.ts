/**
 * How strongly a line says that something went wrong, by its words: 0 not at all, 1.6 a warning, 2.5 an error
 * mentioned, 3.3 to 4 an error reported. Only separate words count: not those in paths, identifiers or
 * options, nor before `: 0` or after `no`.
 */
export function severityOf(line: string): number {
  const text = line.slice(0, maxCharacters);
  if (passed.test(text) || namesColumns(text)) return 0;
  if (failureMark.test(text)) return 3.3;
  const error = firstOwnWord(text, errorWords);
  if (error !== null) return gradeOfError(text, error);
  if (namedError.test(text)) return 3.2;
  if (cleared.test(text)) return 0;
  return firstOwnWord(text, warningWords) === null && !isEmphasised(text) ? 0 : 1.6;
}

/** `evicted_keys:36890`, `tx_dropped 12`: a line with only an error counter that is not 0. */
export const countsTrouble = (line: string): boolean => {
  const [, name = '', value = '0'] = counter.exec(line) ?? [];
  return !/^0+(?:\.0+)?$/.test(value) && troubleStem.test(name.replaceAll(/([a-z])([A-Z])/g, '$1_$2'));
};

/** `% time     seconds  usecs/call     calls    errors syscall`: names of columns are no message. */
const namesColumns = (text: string): boolean =>
  plainWords.test(text) && text.trim().split(/ {2,}|\t/).length > 2;

const plainWords = /^[^\p{Lu}\d:.,;!?()[\]]{1,200}$/u;

const counter = /^\s*([A-Za-z][\w.-]{2,80})\s*[:=\s]\s*(\d[\d.,]*)\s*$/;
const troubleStem =
  /(?:^|[_.-])(?:errors?|err|fail(?:ed|ures?|s)?|reject(?:ed|ions?|s)?|evict(?:ed|ions?)|dropp?(?:ed|s)?|lost|refused|timeouts?|denied|oom|overflows?|aborted|crash(?:es|ed)?|corrupt(?:ed|ions?)?|discard(?:ed|s)?|exceeded|retrans(?:mit\w*|s)?|collisions)(?:$|[_.-])/i;

const emphasised = /^(?:\S{1,40}: )?\*{3,}\s+(\S.{0,120}\S)\s+\*{3,}\s*$/u;

/** `***** FILE SYSTEM WAS MODIFIED *****`: a message emphasised with asterisks. */
function isEmphasised(text: string): boolean {
  const message = emphasised.exec(text)?.[1];
  return message !== undefined && /\p{L}{3,} \p{L}{2,}/u.test(message);
}

/** Index of the first error word in a line, around which long lines are cut; `null`: there is none. */
export const troubleIn = (line: string): number | null =>
  firstOwnWord(line, errorWords)?.index ??
  namedError.exec(line)?.index ??
  firstOwnWord(line, warningWords)?.index ??
  null;

/** Whether a test or step succeeded. */
export const saysPassed = (line: string): boolean => passed.test(line.slice(0, maxCharacters));

const maxCharacters = 600;

/** Words that error reports start with or name, in the languages of common locales. */
const errors =
  'error|errors|failed|failure|failures|failing|fails|fail|fatal|panic|panicked|exception|critical|crit|crash|crashed|' +
  'segfault|segmentation fault|core dumped|abort|aborted|traceback|emergency|emerg|severe|alert|oomkilled|crashloopbackoff|' +
  'imagepullbackoff|errimagepull|deadlock|deadlocked|(?<=[:=]["\' ]?)err|fehler|fehlgeschlagen|erreur|erreurs|échec|échoué|échouée|fallo|falló|errore|errori|erro|falhou|' +
  'fout|fel|misslyckades|ошибка|ошибки|сбой|błąd|hata|chyba|virhe';
const warnings =
  "warning|warnings|warn|denied|refused|no module named|no space left|read-only file system|broken pipe|connection reset|socket hang up|timeout|timeouts|timed out|cannot|can't|could not|couldn't|unable|not found|no such|" +
  'stopped due to|limit reached|limit exceeded|deferred|bounced|no longer|canceled|cancelled|revert|reverted|missing|invalid|illegal|unknown|undefined|expired|expires|rejected|unexpected|exceeded|exceeds|killed|already in use|' +
  'already exists|rolled back|rollback|unreachable|unhealthy|conflict|conflicts|corrupt|corrupted|mismatch|' +
  'overflow|leak|leaked|leaks|lost|skipping|aborting|giving up|gave up|retrying|unauthorized|forbidden|unsupported|' +
  'deprecated|stale|dropped|degraded|pending|evicted|backoff|violates|violation|must be replaced|forces replacement|' +
  'destroyed|race|uninitialised|uninitialized|dangling|divergent|nan|inf|warnung|warnungen|avertissement|advertencia|avviso|aviso|' +
  'предупреждение|ostrzeżenie|varning|waarschuwing|nicht gefunden|ungültig|introuvable|invalide';
/** Words in scripts without blanks between words. */
const unspacedErrors = '错误|失败|异常|严重|錯誤|失敗|エラー|異常|오류|실패|خطأ|فشل|שגיאה';
const unspacedWarnings = '警告|警告|경고|تحذير|注意';

const before = '(?<![\\p{L}\\p{N}_./\\\\$@-])';
const after =
  '(?![\\p{L}\\p{N}_/\\\\$(]|-\\p{L}|\\.[\\p{L}_]|["\']?(?:\\s\\p{L}+)?\\s*[:=]\\s*(?:0[a-zA-Z%]{0,2}|(?:none|null|false|no)(?=\\s*(?:$|[,;|)}\\]]))|\\[\\])(?![\\p{L}\\p{N}_.])|\\s+0(?![\\p{N}.,]))';
const wordsOf = (spaced: string, unspaced: string) =>
  new RegExp(`${before}(?:${spaced})${after}|${unspaced}`, 'giu');
const errorWords = wordsOf(errors, unspacedErrors);
const warningWords = wordsOf(warnings, unspacedWarnings);

/** `TypeError:`, `java.io.IOException`, `KeyboardInterrupt`: the class of a thrown error. */
const namedError =
  /(?<![\p{L}\p{N}_/-])(?:[A-Za-z_][\w.]*)?(?:Error|Exception|Failure|Interrupt|Fault)(?=:|\s*$|\s*\[|\s*\(|\s+in\b|\s+at\b)/u;
const nothingBefore =
  /(?:^|[^\d.,])(?:0|no|zero|without|never|not|keine?|sans|aucune?|ohne|sin|нет)\s+(?:\p{L}+\s+)?$/iu;
const passed =
  /^\s*(?:[✓✔√☑]|ok\b(?!:)|\[\s*ok\s*\]|pass(?:ed)?\b(?!\s*[:=]?\s*0\b)|--- pass)|(?:\bPASSED|\.\.\. ?ok)\s*(?:\[|\(|$)/iu;
const cleared = /\b(?:0|no) (?:errors?|failures?|failed|failing|problems?|warnings?)\b/i;
const failureMark = /^\s*(?:[✖✗✘❌⨯×](?=\s)|not ok\b|--- FAIL|FAIL\b|FAILED\b)/u;
const prominentStart = 3;

interface OwnWord {
  index: number;
  word: string;
}

function firstOwnWord(text: string, words: RegExp): OwnWord | null {
  words.lastIndex = 0;
  for (let match = words.exec(text); match !== null; match = words.exec(text)) {
    const { index } = match;
    if (nothingBefore.test(text.slice(Math.max(0, index - 24), index))) continue;
    // An extension of a certificate may be critical.
    if (
      /^critical$/i.test(match[0]) &&
      /\w\w: $/.test(text.slice(0, index)) &&
      /^\s*$/.test(text.slice(index + 8))
    )
      continue;
    return { index, word: match[0] };
  }
  return null;
}

/**
 * The severity of an error word: at the start of a line, in capitals or before a colon it reports an error;
 * in a sentence it mentions one.
 */
function gradeOfError(text: string, { index, word }: OwnWord): number {
  const isAtStart = index <= text.length - text.trimStart().length + prominentStart;
  // `bgsave_status:err`: the only value of its line.
  const isValue = /[:=]\s*$/.test(text.slice(0, index)) && text.slice(index + word.length).trim() === '';
  const isLevel = isValue || /^[A-Z]{3,}$/.test(word) || /^\s*[:\]]/.test(text.slice(index + word.length));
  const isFatal = /^(?:fatal|panic|critical|emerg)/i.test(word);
  const grade = isAtStart || isLevel || namedError.test(text) ? 3.5 : 2.5;
  return isFatal ? grade + 0.5 : grade;
}

/**
 * Every line with a severity contains one of these words or a non-ASCII one, which allows a cheap first
 * check.
 */
export const severityHints: readonly string[] = [
  ...`${errors}|${warnings}`.split('|').map((phrase) => phrase.split(' ')[0] ?? ''),
].filter((word) => /^[\x20-\x7e]+$/.test(word));

/** Words for how something ended or is, beside those for errors: what differs in one of them is not alike. */
export const stateHints: readonly string[] = (
  'ok ko pass passed passing success succeeded complete completed done clean healthy ready running active up down stopped inactive ' +
  'skip skipped broken locked unlocked open closed blocked online offline enabled disabled accepted valid synced unsynced bad good'
).split(' ');
