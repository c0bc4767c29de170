import { limits } from '#lib/core/limits.ts';
import { type Delivery, deliverySchema } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { DeliveryStore } from '../stores.ts';
import type { Database } from './database.ts';

const parse = ({ record }: { record?: unknown }): Delivery =>
  deliverySchema.parse(JSON.parse(String(record)));

export const createDeliveries = (database: Database): DeliveryStore => ({
  add: async (delivery) =>
    database.run(
      'INSERT INTO deliveries SELECT ?, ?, ? WHERE (SELECT COUNT(*) FROM deliveries) < ?',
      delivery.id,
      delivery.dueMs,
      JSON.stringify(delivery),
      limits.deliveries,
    ).changes === 1,
  async take(nowMs, nextMs, count) {
    const taken = database.all(
      `UPDATE deliveries SET due_ms = ? WHERE id IN (
         SELECT id FROM deliveries WHERE due_ms <= ? ORDER BY due_ms LIMIT ?
       ) RETURNING record`,
      nextMs,
      nowMs,
      count,
    );
    return taken.map(parse).sort((one, other) => one.dueMs - other.dueMs);
  },
  async postpone(delivery) {
    database.run(
      'UPDATE deliveries SET due_ms = ?, record = ? WHERE id = ?',
      delivery.dueMs,
      JSON.stringify(delivery),
      delivery.id,
    );
  },
  async remove(id) {
    database.run('DELETE FROM deliveries WHERE id = ?', id);
  },
  async nextDueMs() {
    const [first] = database.all('SELECT MIN(due_ms) AS due FROM deliveries');
    return first?.due == null ? null : Number(first.due);
  },
});
