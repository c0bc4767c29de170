import { seenDefinitionSchema } from '#lib/core/vocabulary/tools/tool-definition.ts';
import { definitionSlot, firstSlot } from '../definition-slot.ts';
import type { ToolDefinitionStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createToolDefinitions = (database: Database): ToolDefinitionStore => ({
  list: async () =>
    database
      .all('SELECT record FROM tool_definitions ORDER BY slot')
      .map(({ record }) => seenDefinitionSchema.parse(JSON.parse(String(record)))),
  addFirst: async (seen) =>
    database.run(
      'INSERT OR IGNORE INTO tool_definitions VALUES (?, ?)',
      firstSlot(seen),
      JSON.stringify(seen),
    ).changes === 1,
  async put(seen) {
    database.run(
      'INSERT OR REPLACE INTO tool_definitions VALUES (?, ?)',
      definitionSlot(seen),
      JSON.stringify(seen),
    );
  },
});
