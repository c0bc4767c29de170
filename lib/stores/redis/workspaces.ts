import { type WorkspaceRecord, workspaceRecordSchema } from '#lib/core/vocabulary/workspace-record.ts';
import type { WorkspaceStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';

/**
 * KEYS: the workspaces. ARGV: name, the record that was read, the new one. Returns 0 if it has changed
 * meanwhile, or is gone.
 */
const replaceScript = defineScript(`
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  return 1
`);

/** One hash, since a team has only a handful. */
export function createWorkspaces(connection: RedisConnection, keys: RedisKeys): WorkspaceStore {
  const read = (json: string): WorkspaceRecord => workspaceRecordSchema.parse(JSON.parse(json));
  const keyOf = ({ addedAt, name }: WorkspaceRecord) => addedAt + name;
  return {
    async list() {
      const records = await connection.run((redis) => redis.hvals(keys.workspaces));
      return records.map(read).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    },
    async add(record) {
      const json = JSON.stringify(record);
      return (await connection.run((redis) => redis.hsetnx(keys.workspaces, record.name, json))) === 1;
    },
    async finish({ name, path }, end) {
      for (;;) {
        const json = await connection.run((redis) => redis.hget(keys.workspaces, name));
        const before = json === null ? null : read(json);
        if (json === null || before?.path !== path) return false;
        const next = JSON.stringify({ ...before, ...end });
        const isDone = await connection.runScript(replaceScript, [keys.workspaces], [name, json, next]);
        if (isDone === 1) return true;
      }
    },
    remove: async (name) => (await connection.run((redis) => redis.hdel(keys.workspaces, name))) === 1,
  };
}
