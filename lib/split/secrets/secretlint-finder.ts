import type { lintSource } from '@secretlint/core';
import { findUrlPasswords } from './find-url-passwords.ts';
import { type FoundSecret, secretsInOrder } from './found-secret.ts';
import { outsideMarks } from './masked-mark.ts';
import type { SecretKind } from './secret-kind.ts';

/** secretlint scans a piece once for each of its rules, so pieces are small. */
const pieceCharacters = 64 * 1024;

/** secretlint's rules mapped to our kinds; other rules give a `service token`. */
const kinds: Readonly<Record<string, SecretKind>> = {
  aws: 'aws secret key',
  gcp: 'private key',
  privatekey: 'private key',
  npm: 'npm token',
  slack: 'slack token',
  openai: 'openai key',
  anthropic: 'anthropic key',
  sendgrid: 'sendgrid key',
  stripe: 'stripe key',
  github: 'github token',
  gitlab: 'gitlab token',
  'hashicorp-vault': 'vault token',
  vercel: 'cloud token',
  databricks: 'cloud token',
  cloudflare: 'cloud token',
  tailscale: 'cloud token',
  docker: 'docker token',
};

/** Rules that match a whole URL, in which only the password is secret. */
const urlRules = new Set(['basicauth', 'database-connection-string']);

type Lint = (content: string) => ReturnType<typeof lintSource>;

let loading: Promise<Lint> | undefined;

/**
 * Runs secretlint's recommended rules. For short texts: about 25 ms/MB. The matches are in order and do not
 * overlap.
 */
export async function findBySecretlint(text: string): Promise<readonly FoundSecret[]> {
  loading ??= loadSecretlint();
  const lint = await loading;
  const found: FoundSecret[] = [];
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    const piece = text.slice(start, end);
    const { messages } = await lint(piece);
    for (const { ruleId, range } of messages) {
      for (const secret of secretsOf(piece, ruleId, range)) {
        found.push({ ...secret, start: start + secret.start, end: start + secret.end });
      }
    }
    start = end;
  }
  return outsideMarks(text, secretsInOrder(found));
}

/** Ends a piece at a line end where there is one. */
function pieceEnd(text: string, start: number): number {
  const end = start + pieceCharacters;
  if (end >= text.length) return text.length;
  const lineEnd = text.lastIndexOf('\n', end) + 1;
  return lineEnd > start ? lineEnd : end;
}

function secretsOf(text: string, ruleId: string, [start, end]: readonly [number, number]): FoundSecret[] {
  const rule = ruleId.replace('@secretlint/secretlint-rule-', '');
  if (!urlRules.has(rule)) return [{ start, end, kind: kinds[rule] ?? 'service token' }];
  return findUrlPasswords(text.slice(start, end)).map((secret) => ({
    ...secret,
    start: start + secret.start,
    end: start + secret.end,
  }));
}

async function loadSecretlint(): Promise<Lint> {
  const [core, preset, profiler] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // Otherwise secretlint keeps a profiler mark of every rule call for ever.
  profiler.secretLintProfiler.setEnabled(false);
  // Without this, a comment in the text could switch off its own check.
  const rules = preset.rules
    .filter(({ meta }) => meta.id !== '@secretlint/secretlint-rule-filter-comments')
    .map((rule) => ({ id: rule.meta.id, rule }));
  return (content) =>
    core.lintSource({
      source: { filePath: 'text', content, ext: '', contentType: 'text' },
      options: { noPhysicFilePath: true, config: { rules } },
    });
}
