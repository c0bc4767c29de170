/** A cursor that cannot be a stream ID (a client may send anything) is treated as none. */
export const streamId = (cursor: string | null): string =>
  cursor !== null && /^\d{1,15}-\d{1,15}$/.test(cursor) ? cursor : '';

/** Whether the first ID is later than the second; `null` is before all others. */
export function isLaterId(id: string, other: string | null): boolean {
  const [ms, sequence] = partsOf(id);
  const [otherMs, otherSequence] = partsOf(other);
  return ms === otherMs ? sequence > otherSequence : ms > otherMs;
}

function partsOf(id: string | null): [ms: number, sequence: number] {
  const [ms = '', sequence = ''] = id?.split('-') ?? [];
  return [Number(ms || -1), Number(sequence || -1)];
}
