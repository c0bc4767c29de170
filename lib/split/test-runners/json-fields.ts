/** Reads a field of a JSON value of unknown shape. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

export const textIn = (value: unknown, name: string): string | null => {
  const found = fieldOf(value, name);
  return typeof found === 'string' ? found : null;
};

/** A numeric field; 0 when it is missing. */
export const countIn = (value: unknown, name: string): number => {
  const found = fieldOf(value, name);
  return typeof found === 'number' && Number.isFinite(found) ? found : 0;
};

export const listIn = (value: unknown, name: string): readonly unknown[] => {
  const found = fieldOf(value, name);
  return Array.isArray(found) ? found : [];
};
