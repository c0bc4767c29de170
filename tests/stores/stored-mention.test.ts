import { describe, expect, test } from 'vitest';
import { mentionFromJson, mentionToJson, renameMentionAuthor } from '#lib/stores/stored-mention.ts';

const at = '2026-11-30T12:00:00.000Z';
const ada = { id: 'mem_a', name: 'Ada "A" Lind' };
const earlier = (name: string) => JSON.stringify({ by: name, at });

describe('a stored mention', () => {
  test('has its author’s name in `by`, where the version before reads it, and the ID beside it', () => {
    const json = mentionToJson({ by: ada, at });
    expect(JSON.parse(json)).toEqual({ byId: ada.id, by: ada.name, at });
    expect(mentionFromJson(json)).toEqual({ by: ada, at });
  });

  test('of an earlier version is one by somebody without an ID, and is copied as it was', () => {
    const mention = mentionFromJson(earlier('Ada'));
    expect(mention).toEqual({ by: { id: null, name: 'Ada' }, at });
    expect(mentionToJson(mention)).toBe(earlier('Ada'));
  });

  test('is renamed by the ID, and by a former name only where it has none', () => {
    const renamed = (json: string) => renameMentionAuthor(json, ada.id, 'Former member', [ada.name, 'Bo']);
    const nobody = mentionToJson({ by: { id: ada.id, name: 'Former member' }, at });
    for (const json of [mentionToJson({ by: ada, at }), earlier(ada.name), earlier('Bo'), nobody])
      expect(renamed(json)).toBe(nobody);
    for (const json of [mentionToJson({ by: { id: 'mem_b', name: 'Bo' }, at }), earlier('Cy')])
      expect(renamed(json)).toBe(json);
  });
});
