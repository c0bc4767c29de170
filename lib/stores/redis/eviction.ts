/**
 * A Redis that may evict any key loses conversations and the ledger when it is full. `null`: its policy
 * (`maxmemory-policy`) keeps keys without an expiry.
 */
export const evictionWarning = (policy: string): string | null =>
  policy.startsWith('allkeys-')
    ? `Redis evicts any key when full (maxmemory-policy ${policy}). Set volatile-ttl or noeviction.`
    : null;

/** @param configReply reply to `CONFIG GET maxmemory-policy`: the name and the value */
export const policyOf = (configReply: unknown): string =>
  Array.isArray(configReply) ? String(configReply[1] ?? '') : '';
