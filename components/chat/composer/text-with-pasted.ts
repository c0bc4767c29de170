import { artifactUrl, fetchWhole } from '#components/artifacts/api/artifact-api.ts';
import type { DraftAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import { formatNumber } from '#components/ui/format-number.ts';
import { limits } from '#lib/core/limits.ts';

/** Reads what was pasted back, below what was written. */
export async function textWithPasted(
  written: string,
  { artifactId }: DraftAttachment,
): Promise<{ text: string; pasted: string } | { error: string }> {
  const whole = await fetchWhole(artifactUrl(artifactId));
  if (!whole.ok) return { error: 'The pasted text has expired. Paste it again.' };
  const pasted = whole.value;
  const text = written.trim() === '' ? pasted : `${written.trimEnd()}\n\n${pasted}`;
  if (text.length <= limits.messageCharacters) return { text, pasted };
  return { error: `A message can have at most ${formatNumber(limits.messageCharacters)} characters.` };
}
