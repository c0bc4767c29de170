import type { AuditEntry } from '../../lib/core/audit.ts';
import { policyWords } from '../tools/policy-words.ts';

const wordsOf = new Map<string, string>(Object.entries(policyWords));

/** What the log keeps in the config's words is said as the page of tools says it. */
export function auditDetail({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string {
  if (action !== 'policy.changed') return detail;
  const [before, after] = detail.split(' to ').map((policy) => wordsOf.get(policy));
  return before && after ? `${before} → ${after}` : detail;
}
