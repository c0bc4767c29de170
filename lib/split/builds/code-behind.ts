/**
 * Splits off the code at the end of a message: `unused variable [-Wunused]`,
 * `no attribute "x"  [attr-defined]`, `is possibly unbound (reportUnbound)`.
 */
export function codeBehind(text: string): { message: string; code: string } | null {
  const index = Math.max(text.lastIndexOf('['), text.lastIndexOf('('));
  const code = /^[[(](-W[^\]]+|SC\d+|[a-z][A-Za-z]*(?:[-._][\w.-]+)*|report[A-Z]\w+)[\])]$/.exec(
    text.slice(index),
  )?.[1];
  if (index === -1 || code === undefined || (index > 0 && text[index - 1] !== ' ')) return null;
  if (text[index] === '(' && !code.startsWith('report')) return null;
  return { message: text.slice(0, index).trimEnd(), code: plainFlag(code) };
}

/** `-Werror=x` and `-Wx` are one flag. */
const plainFlag = (code: string): string =>
  code.includes('-Werror')
    ? code
        .replace(/^-Werror=/, '-W')
        .replace(/^-Werror,/, '')
        .replace(/,-Werror$/, '')
    : code;
