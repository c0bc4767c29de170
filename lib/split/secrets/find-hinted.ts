import { basicCredentialsAt, bearerTokenAt } from './basic-credentials.ts';
import { commandWords, createCommandPasswords } from './command-passwords.ts';
import { findAnySpelling } from './find-any-spelling.ts';
import type { FoundSecret } from './found-secret.ts';
import { namedValueAt, secretNameAt } from './named-values.ts';
import { createNextLineValues } from './next-line-values.ts';
import { createSecretTables } from './secret-tables.ts';
import { sessionCookiesAt } from './session-cookies.ts';

/** Parts of names that mark their value as a secret, even a short one. */
const nameWords = [
  ...['passw', 'passp', 'passc', 'pass=', 'pass:', 'pass"', "pass'", 'pass>', 'pass ', 'pass\t'],
  ...['pwd: ', 'pwd="', "pwd='", 'pwd": ', "pwd': ", '_pwd=', ';pwd=', ' pwd='],
  ...['secret', 'token', 'api_key', 'apikey', 'api-key'],
];
const names: ReadonlySet<string> = new Set(nameWords);

const findHints = findAnySpelling([...nameWords, ...commandWords, 'cookie', 'basic ', 'bearer ']);

/**
 * Finds secrets that only their context reveals, over the pieces of a text: after a name, a header or an
 * option, on the line after the name, or in a table column.
 */
export function createHintedFinder(): (text: string) => FoundSecret[] {
  const nextLines = createNextLineValues();
  const tables = createSecretTables();
  return (text) => {
    const found: FoundSecret[] = [];
    nextLines.start(text, found);
    tables.start(text, found);
    const commandPasswordsAt = createCommandPasswords(text);
    let readTo = 0;
    for (const { start, needle } of findHints(text)) {
      if (needle === 'cookie') found.push(...sessionCookiesAt(text, start));
      else if (needle === 'basic ') found.push(...basicCredentialsAt(text, start));
      else if (needle === 'bearer ') found.push(...bearerTokenAt(text, start));
      else if (!names.has(needle)) found.push(...commandPasswordsAt(start, needle));
      if (!names.has(needle) || start < readTo) continue;
      const name = secretNameAt(text, start);
      if (name === null) continue;
      readTo = name.end;
      const value = namedValueAt(text, name);
      if (value) found.push(value);
      else nextLines.visit(text, name, found);
      tables.visit(text, name, found);
    }
    return found;
  };
}
