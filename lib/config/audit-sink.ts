import { z } from 'zod';
import { ConfigError } from './config-error.ts';

/** A program that takes the entries of the audit log: a SIEM, or a log collector. */
export interface AuditSink {
  url: string;
  /** Sent as `Authorization: Bearer`; `null`: none is. */
  token: string | null;
}

export const auditSinkVariables = {
  VITRINE_AUDIT_URL: z.url({ protocol: /^https?$/ }).optional(),
  VITRINE_AUDIT_TOKEN: z.string().trim().min(1).optional(),
};

/** @throws ConfigError */
export function readAuditSink(values: z.infer<z.ZodObject<typeof auditSinkVariables>>): AuditSink | null {
  const { VITRINE_AUDIT_URL: url, VITRINE_AUDIT_TOKEN: token } = values;
  if (url === undefined && token !== undefined)
    throw new ConfigError(
      'VITRINE_AUDIT_TOKEN is set, but not VITRINE_AUDIT_URL, which says where it is sent.',
    );
  if (url === undefined) return null;
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw new ConfigError('VITRINE_AUDIT_URL has a user or a password. Set VITRINE_AUDIT_TOKEN instead.');
  return { url, token: token ?? null };
}
