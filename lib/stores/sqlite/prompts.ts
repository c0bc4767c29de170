import { limits } from '#lib/core/limits.ts';
import { promptViewSchema } from '#lib/core/vocabulary/prompts/prompt.ts';
import type { PromptStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createPrompts = (database: Database): PromptStore => ({
  list: async () =>
    database
      .all('SELECT record FROM prompts ORDER BY name')
      .map(({ record }) => promptViewSchema.parse(JSON.parse(String(record)))),
  put: async (prompt) =>
    database.run(
      `INSERT OR REPLACE INTO prompts SELECT ?, ? WHERE
         (SELECT COUNT(*) FROM prompts) < ? OR EXISTS (SELECT 1 FROM prompts WHERE name = ?)`,
      prompt.name,
      JSON.stringify(prompt),
      limits.prompts,
      prompt.name,
    ).changes > 0,
  async remove(name) {
    database.run('DELETE FROM prompts WHERE name = ?', name);
  },
});
