import type { ListChangeStore } from '../stores.ts';
import type { RedisConnection } from './connection.ts';
import type { RedisKeys } from './keys.ts';
import { defineScript } from './script.ts';
import type { Subscriber } from './subscriber.ts';

/** KEYS: any; it determines the node. ARGV: channel, member or nothing. */
const announceScript = defineScript(`
  redis.call('PUBLISH', ARGV[1], ARGV[2])
`);

/** Nothing stands for everybody: members have IDs. */
export const createListChanges = (
  connection: RedisConnection,
  subscriber: Subscriber,
  keys: RedisKeys,
): ListChangeStore => ({
  async announce(memberId) {
    await connection.runScript(announceScript, [keys.listChanges], [keys.listChanges, memberId ?? '']);
  },
  onAnnounced: (listener) => subscriber.listen(keys.listChanges, (message) => listener(message || null)),
});
