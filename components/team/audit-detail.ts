import type { AuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import { policyWords } from '../tools/policy-words.ts';

const wordsOf = new Map<string, string>(Object.entries(policyWords));

/** Shows config values from the log in the same words as the tools page. */
export function auditDetail({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string {
  if (action !== 'policy.changed') return detail;
  const [before, after] = detail.split(' to ').map((policy) => wordsOf.get(policy));
  return before && after ? `${before} → ${after}` : detail;
}
