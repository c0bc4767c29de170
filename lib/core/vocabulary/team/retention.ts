/** After how many days the team's data is deleted; `null`: never. */
export interface Retention {
  /** Conversations that nobody has changed for so long, with all that is in them. */
  conversationDays: number | null;
  /** Content of results that somebody keeps, from their making on. */
  keptDays: number | null;
  /** Entries of the audit log. */
  auditDays: number | null;
}

export const retentionOf = ({
  conversationDays = null,
  keptDays = null,
  auditDays = null,
}: { [Name in keyof Retention]?: Retention[Name] | undefined }): Retention => ({
  ...{ conversationDays, keptDays, auditDays },
});

/** What the page offers; the API takes any number. */
export const retentionChoices = [30, 90, 180, 365, 730] as const;

/** `90 days`, `never`. */
export const formatRetention = (count: number | null): string =>
  count === null ? 'never' : `${count.toLocaleString('en-US')} ${count === 1 ? 'day' : 'days'}`;
