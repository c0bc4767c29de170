/** The filter of the audit log, as form values; empty: no restriction. */
export interface AuditChoice {
  action: string;
  by: string;
  from: string;
  to: string;
}

/** As a query string, for the page or the API. */
export function auditSearch(choice: AuditChoice, more: Record<string, string> = {}): string {
  const all = Object.entries({ ...choice, ...more }).filter(([, value]) => value !== '');
  return all.length === 0 ? '' : `?${new URLSearchParams(all)}`;
}
