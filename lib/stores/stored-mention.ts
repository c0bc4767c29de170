import { z } from 'zod';

/** Who mentioned a member, and when (ISO 8601). */
export interface StoredMention {
  /** `id` is `null` where an earlier version noted the mention: it stored the name alone. */
  by: { id: string | null; name: string };
  at: string;
}

/** `by` is a bare name, since the version before shows it as it is; the ID is beside it. */
const storedMentionSchema = z.object({ byId: z.string().optional(), by: z.string(), at: z.string() });

/** The text that stores have of a mention. */
export const mentionToJson = ({ by: { id, name }, at }: StoredMention): string =>
  JSON.stringify({ ...(id === null ? {} : { byId: id }), by: name, at });

export function mentionFromJson(json: string): StoredMention {
  const { byId, by, at } = storedMentionSchema.parse(JSON.parse(json));
  return { by: { id: byId ?? null, name: by }, at };
}

/**
 * The stored text of a mention, with another name if it is by that member.
 * @param formerNames by which it is theirs where it has no ID: nobody else ever gets them
 */
export function renameMentionAuthor(
  json: string,
  memberId: string,
  name: string,
  formerNames: readonly string[],
): string {
  const { by, at } = mentionFromJson(json);
  const isTheirs = by.id === null ? formerNames.includes(by.name) : by.id === memberId;
  return isTheirs ? mentionToJson({ by: { id: memberId, name }, at }) : json;
}
