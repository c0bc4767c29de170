import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { errorMessage } from '#lib/core/errors.ts';
import type { Services } from '#lib/services.ts';

const name = 'Audit collector';
const maxMs = 10_000;

/** Whether the collector of the audit log answers. It is sent a HEAD request, of which it makes no entry. Never rejects. */
export async function checkAuditSink({
  config: { auditSink },
}: Pick<Services, 'config'>): Promise<ServerCheck[]> {
  if (auditSink === null) return [];
  const { url, token } = auditSink;
  // The path may be a secret of its own.
  const { host } = new URL(url);
  try {
    const { status } = await fetch(url, {
      method: 'HEAD',
      // As where entries are sent.
      redirect: 'manual',
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(maxMs),
    });
    return [checkOfStatus(host, status)];
  } catch (error) {
    const finding = `${host} does not answer: ${reasonOf(error).slice(0, 200)}`;
    const advice = 'Entries wait until it does. Check VITRINE_AUDIT_URL, its certificate, and the network.';
    return [{ name, outcome: 'fault', finding, advice }];
  }
}

/** Of several addresses that all refuse, Node's error has no message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return errorMessage(cause) || (cause as NodeJS.ErrnoException).code || 'no reason is known';
}

/** Many take only POST, which is what they are sent: that they refuse another method says that they are there. */
function checkOfStatus(host: string, status: number): ServerCheck {
  const finding = `${host} answered ${status} to a request without entries`;
  if (status >= 300 && status < 400) {
    const advice = 'Set VITRINE_AUDIT_URL to where it leads: redirects are not followed.';
    return { name, outcome: 'fault', finding, advice };
  }
  if (status === 401 || status === 403 || status === 404) {
    const advice =
      'If it answers POST in the same way, check VITRINE_AUDIT_TOKEN and the path of VITRINE_AUDIT_URL.';
    return { name, outcome: 'warning', finding, advice };
  }
  if (status >= 500 && status !== 501)
    return {
      name,
      outcome: 'warning',
      finding,
      advice: 'Entries wait until it takes them. Look at its log.',
    };
  return { name, outcome: 'ok', finding: `${host} answers`, advice: null };
}
