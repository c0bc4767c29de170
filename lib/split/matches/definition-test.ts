/**
 * How likely a line defines the name that was searched for: 2 defines it, 1 declares it, 0 uses it or is
 * unclear.
 */
export type DefinitionTest = (text: string) => 0 | 1 | 2;

const longestDefinition = 300;
const symbolsTried = 5;

const keywords =
  'function\\*?|def|class|fn|func|sub|struct|enum|union|trait|interface|type|module|namespace|object|protocol|const|let|var|val|static|macro_rules!|#\\s?define';
const isUse =
  /^\s*(?:return|if|else|elif|while|for|switch|await|assert|throw|yield|case|new|import|from|\/\/|\*|\})/;

const beginsWithWord = /^\w/;

/**
 * Extracts the names in a pattern (`res\.(send|json)\(`: res, send, json) and recognises their definitions in
 * common languages.
 */
export function createDefinitionTest(pattern: string | null): DefinitionTest {
  const names = (pattern ?? '').replaceAll(/\\[a-zA-Z]/g, ' ').match(/[A-Za-z_$][\w$]{2,}/g);
  if (names === null) return () => 0;
  const name = `(?:${[...new Set(names)]
    .slice(0, symbolsTried)
    .map((symbol) => symbol.replaceAll('$', '\\$'))
    .join('|')})`;
  const byKeyword = new RegExp(
    `(?:^|\\s)(?:${keywords})\\s+(?:\\([^)]{0,60}\\)\\s*)?(?:self\\.)?${name}(?![\\w$(]*['"\`])(?![\\w$])`,
  );
  const byAssignment = new RegExp(
    `^\\s*(?:[\\w$]+\\.){0,4}${name}\\s*[:=]\\s*(?:async\\b|\\(|function\\b|class\\b|lambda\\b|[\\w$]+\\s*=>)`,
  );
  /** `int name(int a)` at the start of a line, or `name(a) {` indented. */
  const byHead = new RegExp(`^\\w[^=;"'.]{0,80}[\\s*&)]${name}\\s?\\([^'"\`;=]{0,200}(;?)\\s*$`);
  const byMethod = new RegExp(`^\\s{1,8}(?:[\\w<>[\\]]{1,40}\\s){0,5}${name}\\s?\\([^'"\`;=]{0,200}\\{\\s*$`);
  return (text) => {
    if (text.length > longestDefinition || isUse.test(text)) return 0;
    if (byKeyword.test(text) || byAssignment.test(text)) return 2;
    if (text.trimEnd().endsWith('{') && byMethod.test(text)) return /\bfunction\b/.test(text) ? 0 : 2;
    const head = beginsWithWord.test(text) ? byHead.exec(text) : null;
    if (!head) return 0;
    return head[1] === ';' ? 1 : 2;
  };
}
