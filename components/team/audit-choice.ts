/** What of the log is shown, as the fields of the filter hold it; empty: all. */
export interface AuditChoice {
  action: string;
  by: string;
  from: string;
  to: string;
}

/** As a query: of the page, or of the API. */
export function auditSearch(choice: AuditChoice, more: Record<string, string> = {}): string {
  const all = Object.entries({ ...choice, ...more }).filter(([, value]) => value !== '');
  return all.length === 0 ? '' : `?${new URLSearchParams(all)}`;
}
