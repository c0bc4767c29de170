import { rasteriseSvg } from '#lib/workspace/rasterise-svg.ts';

/** A small shop whose totals are truncated to cents instead of rounded: two of its 21 tests fail. */
export async function exampleShop(): Promise<Record<string, string | Uint8Array>> {
  const { log, shortByHour } = makeLog();
  return {
    'package.json': `${JSON.stringify({ name: 'shop', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'src/cart.mjs': cart,
    'src/stock.mjs': stock,
    'test/cart.test.mjs': cartTests,
    'test/stock.test.mjs': stockTests,
    'checkout.log': log,
    'short-by-hour.png': await drawBars(shortByHour),
  };
}

const cart = `/** The total of a cart in dollars, tax included, to the cent. */
export function total(items, tax = 0) {
  const net = items.reduce((sum, item) => sum + item.price * item.count, 0);
  return Math.trunc(net * (1 + tax) * 100) / 100;
}

/** What is left to pay after a voucher; never less than nothing. */
export function afterVoucher(amount, voucher) {
  return Math.max(0, amount - voucher);
}
`;

const stock = `const shelves = new Map([['tea', 12], ['cup', 3], ['kettle', 0]]);

/** Takes so many off the shelf; \`false\`: there are not enough. */
export function take(name, count) {
  const left = (shelves.get(name) ?? 0) - count;
  if (left < 0) return false;
  shelves.set(name, left);
  return true;
}

export const isKnown = (name) => shelves.has(name);
`;

const lines = (texts: readonly string[]) => `${texts.join('\n')}\n`;

const cartTests = lines([
  "import assert from 'node:assert/strict';",
  "import { test } from 'node:test';",
  "import { afterVoucher, total } from '../src/cart.mjs';",
  '',
  "test('adds 20% tax to three items', () => assert.equal(total([{ price: 10, count: 2 }, { price: 9.99, count: 1 }], 0.2), 35.99));",
  "test('rounds what is nearly a cent', () => assert.equal(total([{ price: 4.49, count: 1 }], 0.2), 5.39, 'a cent is missing'));",
  "test('an empty cart costs nothing', () => assert.equal(total([]), 0));",
  ...[1, 2, 3, 4, 5, 6].map(
    (count) =>
      `test('counts ${count} of one item', () => assert.equal(total([{ price: 2, count: ${count} }]), ${2 * count}));`,
  ),
  "test('a voucher is taken off', () => assert.equal(afterVoucher(20, 5), 15));",
  "test('a voucher pays out nothing', () => assert.equal(afterVoucher(5, 20), 0));",
]);

const stockTests = lines([
  "import assert from 'node:assert/strict';",
  "import { test } from 'node:test';",
  "import { isKnown, take } from '../src/stock.mjs';",
  '',
  ...[1, 2, 3, 4].map(
    (count) => `test('takes tea, time ${count}', () => assert.equal(take('tea', 2), true));`,
  ),
  "test('takes the last cups', () => assert.equal(take('cup', 3), true));",
  "test('refuses what is not there', () => assert.equal(take('kettle', 1), false));",
  "test('refuses more than there is', () => assert.equal(take('tea', 9), false));",
  "test('refuses what it does not know', () => assert.equal(take('spoon', 1), false));",
  "test('knows the kettle', () => assert.equal(isKnown('kettle'), true));",
  "test('does not know the spoon', () => assert.equal(isKnown('spoon'), false));",
]);

const lineCount = 10_412;
/**
 * The lines in which an order was paid a cent short, distributed like a night's traffic: most between two and
 * three.
 */
const shortLines = [
  1_893, 2_011, 2_148, 2_402, 3_120, 3_377, 4_404, 4_890, 5_206, 6_011, 7_150, 8_002, 8_410, 9_377,
];

/** One night of a checkout's log, always the same. */
function makeLog(): { log: string; shortByHour: number[] } {
  const random = seeded(88_213);
  const shortByHour = Array.from({ length: 12 }, () => 0);
  const texts = Array.from({ length: lineCount }, (_, index) => {
    const seconds = Math.floor((index / lineCount) * 12 * 3600);
    const cents = 500 + Math.floor(random() * 9_500);
    const order = `order ${80_000 + index} total=${(cents / 100).toFixed(2)}`;
    const time = new Date(Date.UTC(2026, 10, 18, 0, 0, seconds)).toISOString().replace('.000Z', 'Z');
    if (!shortLines.includes(index)) return `${time} INFO ${order} paid`;
    const hour = Math.floor(seconds / 3600);
    shortByHour[hour] = (shortByHour[hour] ?? 0) + 1;
    return `${time} WARN ${order} differs from payment ${((cents + 1) / 100).toFixed(2)}`;
  });
  return { log: lines(texts), shortByHour };
}

/** Pseudo-random numbers from 0 to 1, the same each time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function drawBars(counts: readonly number[]): Promise<Uint8Array> {
  const max = Math.max(...counts);
  const bars = counts.map((count, hour) => {
    const [x, height] = [60 + hour * 74, (count / max) * 150];
    const label = `<text x="${x + 20}" y="218" fill="#dfe7e8" font-size="15" font-family="sans-serif" text-anchor="middle">${String(hour).padStart(2, '0')}</text>`;
    return `<rect x="${x}" y="${190 - height}" width="40" height="${height}" fill="#63c3cf"/>${label}`;
  });
  const rules = [40, 90, 140, 190].map((y) => `<path d="M44 ${y}H930" stroke="#3a474a"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="240"><rect width="960" height="240" fill="#1d292b"/>${[...rules, ...bars].join('')}</svg>`;
  return rasteriseSvg(Buffer.from(svg), new AbortController().signal);
}
