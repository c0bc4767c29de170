import { z } from 'zod';

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;
/** From these on an advisory fails the audit. */
const failing: readonly string[] = ['critical', 'high'];

/** What `npm audit --json` prints, as far as it is read. */
const reportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.enum(severities), range: z.string(), fixAvailable: z.unknown() }),
  ),
});

/** No registry was reached, or it has no such service. */
const unansweredSchema = z.union([
  z.object({ statusCode: z.number().int().min(400) }),
  z.object({ error: z.object({ code: z.string().regex(/^(?!ENOLOCK|EUSAGE)\w+$/) }) }),
]);

export interface AuditAnswer {
  /** For people. */
  lines: string[];
  exitCode: 0 | 1;
}

/** @param printed by `npm audit --json`: a report, or why there is none */
export function parseNpmAudit(printed: string): AuditAnswer {
  const parsed = reportSchema.safeParse(parseJson(printed));
  if (!parsed.success) {
    const isUnanswered = unansweredSchema.safeParse(parseJson(printed)).success;
    return isUnanswered
      ? { lines: ['No registry answered: known vulnerabilities were NOT looked for.'], exitCode: 0 }
      : { lines: [`npm audit could not be read: ${printed.slice(0, 200)}`], exitCode: 1 };
  }
  const found = Object.entries(parsed.data.vulnerabilities);
  const lines = severities.flatMap((severity) =>
    found
      .filter(([, each]) => each.severity === severity)
      .map(([name, { range, fixAvailable }]) => {
        const fix = fixAvailable === false ? 'no fix yet' : 'a fix is there';
        return `${severity}: ${name} ${range} (${fix})`;
      }),
  );
  const isFailed = found.some(([, { severity }]) => failing.includes(severity));
  return {
    lines: [...lines, `${found.length} packages with known vulnerabilities`],
    exitCode: isFailed ? 1 : 0,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
