import { limits } from '#lib/core/limits.ts';
import { type Delivery, deliverySchema } from '#lib/core/vocabulary/notifications/delivery.ts';
import type { DeliveryStore } from '../stores.ts';
import type { Database } from './database.ts';

const parse = ({ record }: { record?: unknown }): Delivery =>
  deliverySchema.parse(JSON.parse(String(record)));

/** @param table one queue is stored in each */
export const createDeliveries = (
  database: Database,
  table: 'deliveries' | 'push_deliveries',
): DeliveryStore => ({
  add: async (delivery) =>
    database.run(
      `INSERT INTO ${table} SELECT ?, ?, ? WHERE (SELECT COUNT(*) FROM ${table}) < ?`,
      delivery.id,
      delivery.dueMs,
      JSON.stringify(delivery),
      limits.deliveries,
    ).changes === 1,
  async take(nowMs, nextMs, count) {
    const taken = database.all(
      `UPDATE ${table} SET due_ms = ? WHERE id IN (
         SELECT id FROM ${table} WHERE due_ms <= ? ORDER BY due_ms LIMIT ?
       ) RETURNING record`,
      nextMs,
      nowMs,
      count,
    );
    return taken.map(parse).sort((one, other) => one.dueMs - other.dueMs);
  },
  async postpone(delivery) {
    database.run(
      `UPDATE ${table} SET due_ms = ?, record = ? WHERE id = ?`,
      delivery.dueMs,
      JSON.stringify(delivery),
      delivery.id,
    );
  },
  async remove(id) {
    database.run(`DELETE FROM ${table} WHERE id = ?`, id);
  },
  async nextDueMs() {
    const [first] = database.all(`SELECT MIN(due_ms) AS due FROM ${table}`);
    return first?.due == null ? null : Number(first.due);
  },
});
