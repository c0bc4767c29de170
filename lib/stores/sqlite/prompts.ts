import { canonicalJson } from '#lib/core/algorithms/canonical-json.ts';
import { limits } from '#lib/core/limits.ts';
import { promptViewSchema } from '#lib/core/vocabulary/prompts/prompt.ts';
import type { PromptStore } from '../stores.ts';
import type { Database, Row } from './database.ts';

const parse = ({ record }: Row) => promptViewSchema.parse(JSON.parse(String(record)));

export const createPrompts = (database: Database): PromptStore => ({
  list: async () => database.all('SELECT record FROM prompts ORDER BY name').map(parse),
  put: async (prompt, before) =>
    database.transaction(() => {
      const row = database.get('SELECT record FROM prompts WHERE name = ?', prompt.name);
      if (canonicalJson(row ? parse(row) : null) !== canonicalJson(before)) return 'changed';
      const { count } = database.get('SELECT COUNT(*) AS count FROM prompts') ?? {};
      if (before === null && Number(count) >= limits.prompts) return 'full';
      database.run('INSERT OR REPLACE INTO prompts VALUES (?, ?)', prompt.name, JSON.stringify(prompt));
      return 'saved';
    }),
  remove: async (before) =>
    database.transaction(() => {
      const row = database.get('SELECT record FROM prompts WHERE name = ?', before.name);
      if (!row || canonicalJson(parse(row)) !== canonicalJson(before)) return false;
      database.run('DELETE FROM prompts WHERE name = ?', before.name);
      return true;
    }),
});
