const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a schema made of a value, with the fields that it does not know, at any depth: a newer version has written them. */
export function withUnknown(parsed: unknown, raw: unknown): unknown {
  if (Array.isArray(parsed) && Array.isArray(raw) && parsed.length === raw.length)
    return parsed.map((item, index) => withUnknown(item, raw[index]));
  if (!isRecord(parsed) || !isRecord(raw)) return parsed;
  const merged: Record<string, unknown> = { ...raw };
  for (const [key, value] of Object.entries(parsed)) merged[key] = withUnknown(value, raw[key]);
  return merged;
}
