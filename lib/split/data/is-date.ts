/** `2026-11-22`, alone or before a time. */
export const isDate = (text: string): boolean =>
  text.charCodeAt(4) === 45 && text.charCodeAt(7) === 45 && /^\d{4}-\d\d-\d\d(?:$|[T ]\d)/.test(text);
