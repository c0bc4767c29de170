import { createSeeded } from '#lib/core/algorithms/seeded.ts';
import { linesOf } from './lines-of.ts';

/** The delay must stay below its cap: its test fails until `Math.max` becomes `Math.min`. */
const retry = `const firstDelayMs = 200;
export const longestDelayMs = 5_000;

/** Doubles with each attempt, up to a cap. */
export function delayBefore(attempt) {
  return Math.max(longestDelayMs, firstDelayMs * 2 ** attempt);
}
`;

const retryTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayBefore, longestDelayMs } from "../src/retry.js";

test('the first retry comes after 200 ms', () => assert.equal(delayBefore(0), 200));
test('each retry waits twice as long', () => assert.equal(delayBefore(2), 800));
test('no delay is longer than the cap', () => assert.equal(delayBefore(12), longestDelayMs));
`;

const quote = `import { quoteRateTable } from "./rate-table.js";

/** Cents for a parcel of so many grams into a zone. */
export function quoteRate(zone, grams) {
  const rate = quoteRateTable.get(zone);
  if (rate === undefined) throw new RangeError(\`no rate for \${zone}\`);
  return rate.base + Math.ceil(grams / 500) * rate.perHalfKilo;
}
`;

const checkout = `import { quoteRate } from "./quote.js";

export function totalOf(order) {
  const goods = order.lines.reduce((sum, { cents, count }) => sum + cents * count, 0);
  return goods + quoteRate(order.zone, order.grams);
}
`;

const report = `import { quoteRate as rateOf } from "./quote.js";

export const shippingReport = (orders) =>
  orders.map(({ id, zone, grams }) => ({ id, shipping: rateOf(zone, grams) }));
`;

const quoteTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteRate } from "../src/quote.js";
import { quoteRateTable } from "../src/rate-table.js";

for (const [zone, rate] of quoteRateTable) {
  test(\`a parcel of 400 g into \${zone} costs the base and half a kilo\`, () => {
    assert.equal(quoteRate(zone, 400), rate.base + rate.perHalfKilo);
  });
}
`;

const checkoutTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalOf } from "../src/checkout.js";
import { shippingReport } from "../src/report.js";

const order = { id: 'a', zone: 'zone-001', grams: 900, lines: [{ cents: 250, count: 2 }] };
test('a total holds the shipping', () => assert.equal(totalOf(order), 500 + shippingReport([order])[0].shipping));
`;

const zones = 260;

function rateTable(): string {
  const { below } = createSeeded(11);
  const entries = linesOf(zones, (index) => {
    const zone = `zone-${String(index + 1).padStart(3, '0')}`;
    return `quoteRateTable.set('${zone}', { base: ${290 + below(900)}, perHalfKilo: ${35 + below(160)} });`;
  });
  return `/** Filled from the carriers' price lists. */\nexport const quoteRateTable = new Map();\n${entries}`;
}

export const sourceFiles = (): Record<string, string> => ({
  'package.json': `${JSON.stringify({ name: 'parcels', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'src/retry.js': retry,
  'src/quote.js': quote,
  'src/rate-table.js': rateTable(),
  'src/checkout.js': checkout,
  'src/report.js': report,
  'test/retry.test.js': retryTest,
  'test/quote.test.js': quoteTest,
  'test/checkout.test.js': checkoutTest,
});
