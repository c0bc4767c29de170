/** What cannot be a row's ID (a client may send anything as a cursor) is as good as none, and before all others. */
export const rowId = (cursor: string | null): number =>
  cursor !== null && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
