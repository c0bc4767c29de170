import { limits } from '#lib/core/limits.ts';
import { pushSubscriptionSchema } from '#lib/core/vocabulary/notifications/push-subscription.ts';
import type { PushSubscriptionStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createPushSubscriptions = (database: Database): PushSubscriptionStore => ({
  async listOf(memberId) {
    const rows = database.all('SELECT record FROM push_subscriptions WHERE member_id = ?', memberId);
    return rows
      .map(({ record }) => pushSubscriptionSchema.parse(JSON.parse(String(record))))
      .sort((one, other) => (one.createdAt + one.id < other.createdAt + other.id ? -1 : 1));
  },
  put: async (memberId, subscription) =>
    database.run(
      `INSERT OR REPLACE INTO push_subscriptions SELECT ?, ?, ? WHERE
         (SELECT COUNT(*) FROM push_subscriptions WHERE member_id = ? AND id <> ?) < ?`,
      subscription.id,
      memberId,
      JSON.stringify(subscription),
      memberId,
      subscription.id,
      limits.pushSubscriptions,
    ).changes > 0,
  remove: async (memberId, id) =>
    database.run('DELETE FROM push_subscriptions WHERE member_id = ? AND id = ?', memberId, id).changes > 0,
  async deleteOf(memberId) {
    database.run('DELETE FROM push_subscriptions WHERE member_id = ?', memberId);
  },
  hasAny: async () => database.get('SELECT 1 FROM push_subscriptions LIMIT 1') !== undefined,
});
