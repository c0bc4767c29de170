import type { Given } from '../artifacts/cards/given.ts';

/** Parses the stored attachments of a draft; anything else that is stored gives an empty list. */
export function parseGivenDraft(text: string | null): Given[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isGiven) : [];
  } catch {
    // Not written by this code. The draft's text is stored elsewhere.
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
