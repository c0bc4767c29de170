/**
 * Returns the same object as long as its content is equal, for plain data: components that depend on it do
 * not render again.
 */
export function useSame<T>(value: T): T {
  'use memo';
  const written = JSON.stringify(value);
  return JSON.parse(written) as T;
}
