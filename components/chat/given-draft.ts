import type { Given } from '../artifacts/cards/given.ts';

/** What was kept of a draft; whatever else lies there is nothing. */
export function parseGivenDraft(text: string | null): Given[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isGiven) : [];
  } catch {
    // Not what was written here: the text of the draft is kept elsewhere.
    return [];
  }
}

function isGiven(value: unknown): value is Given {
  const { artifactId, lines, title, tokens } = (value ?? {}) as Record<keyof Given, unknown>;
  const hasLines = lines === undefined || typeof lines === 'string';
  return (
    typeof artifactId === 'string' && typeof title === 'string' && typeof tokens === 'number' && hasLines
  );
}
