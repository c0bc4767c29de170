import { findUrlPasswords } from '../split/secrets/find-url-passwords.ts';
import type { KnownSecret } from '../split/secrets/known-secret.ts';
import { readOtlpHeaders } from './otlp.ts';

const minCharacters = 8;
const ownSecrets = new Set(['OPENAI_API_KEY', 'OIDC_CLIENT_SECRET']);
/** How others are called. A path to a secret is none, nor is what has blanks. */
const secretName = /(?:key|token|secret|password|passwd|passphrase|credentials?)$/i;

/**
 * Every secret the server itself was given: what a setting's name says is one, and passwords in URLs. Also of settings that are
 * not ours: commands never see them, but a file or an answer may hold the same.
 */
export function readKnownSecrets(environment: Record<string, string | undefined>): KnownSecret[] {
  return Object.entries(environment).flatMap(([name, text]) => {
    const value = text?.trim() ?? '';
    const passwords = findUrlPasswords(value).map(({ start, end }) => value.slice(start, end));
    const headers = name === 'OTEL_EXPORTER_OTLP_HEADERS' ? headerValues(value) : [];
    const isSecret = ownSecrets.has(name) || (secretName.test(name) && !/\s|^[/~.]|:\/\//.test(value));
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
    // Not encoded: it stands for itself.
    return text;
  }
}

/** With or without the word before a key. */
const headerValues = (text: string): string[] =>
  Object.values(readOtlpHeaders(text) ?? {}).map((value) => value.replace(/^(?:Bearer|Basic) +/i, ''));
