import { findUrlPasswords } from '../split/secrets/find-url-passwords.ts';
import type { KnownSecret } from '../split/secrets/known-secret.ts';
import { readOtlpHeaders } from './otlp.ts';

const minCharacters = 8;
const ownSecrets = new Set(['OPENAI_API_KEY', 'OIDC_CLIENT_SECRET']);
/**
 * Variable names that usually contain a secret. A path to a secret is not one, nor is a value with blanks.
 */
const secretName = /(?:key|token|secret|password|passwd|passphrase|credentials?)$/i;

/**
 * Every secret in the server's environment: values of variables whose name says so, and passwords in URLs.
 * This includes variables that are not ours: commands never see them, but a file or a response may contain
 * the same value.
 * @param named variables that hold a secret whatever they are called
 */
export function readKnownSecrets(
  environment: Record<string, string | undefined>,
  named: readonly string[] = [],
): KnownSecret[] {
  return Object.entries(environment).flatMap(([name, text]) => {
    const value = text?.trim() ?? '';
    const passwords = findUrlPasswords(value).map(({ start, end }) => value.slice(start, end));
    const headers = name === 'OTEL_EXPORTER_OTLP_HEADERS' ? headerValues(value) : [];
    const isSecret =
      ownSecrets.has(name) ||
      named.includes(name) ||
      (secretName.test(name) && !/\s|^[/~.]|:\/\//.test(value));
    const values = [...passwords, ...passwords.map(decoded), ...headers, ...(isSecret ? [value] : [])];
    return [...new Set(values)]
      .filter((secret) => secret.length >= minCharacters)
      .map((secret) => ({ name, value: secret }));
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text is not percent-encoded, so it is used as it is.
    return text;
  }
}

/** Each header value, with and without the scheme word before a key. */
const headerValues = (text: string): string[] =>
  Object.values(readOtlpHeaders(text) ?? {}).map((value) => value.replace(/^(?:Bearer|Basic) +/i, ''));
