const bucket = `/** Grants whole tokens; the rest of an interval carries over. */
export function refill(bucket, nowMs) {
  const intervals = Math.floor((nowMs - bucket.refilledAtMs) / bucket.intervalMs);
  bucket.tokens = Math.min(bucket.capacity, bucket.tokens + intervals);
  bucket.refilledAtMs = nowMs;
  return bucket;
}
`;

/** As slow as its file of milliseconds says: slow enough to be watched, and stopped half-way. */
const tests = `import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { refill } from "./bucket.js";

const bucket = () => ({ tokens: 0, capacity: 10, intervalMs: 100, refilledAtMs: 0 });
test('grants whole tokens', () => assert.equal(refill(bucket(), 250).tokens, 2));
test('takes its time', () => sleep(Number(readFileSync('pause-ms', 'utf8'))));
test('carries the rest of an interval over', () => assert.equal(refill(bucket(), 250).refilledAtMs, 200));
`;

/** A small package whose tests fail for one reason. */
export const failingProject: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'bucket',
    type: 'module',
    scripts: { test: 'node --test --test-reporter=spec' },
  }),
  'bucket.js': bucket,
  'bucket.test.js': tests,
  'pause-ms': '50000',
};

/** The edit that makes them pass. */
export const fix = {
  from: 'bucket.refilledAtMs = nowMs;',
  to: 'bucket.refilledAtMs += intervals * bucket.intervalMs;',
};
