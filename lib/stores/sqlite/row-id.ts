/**
 * A cursor that cannot be a row ID (a client may send anything) is treated as none, which is before all
 * others.
 */
export const rowId = (cursor: string | null): number =>
  cursor !== null && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0;
