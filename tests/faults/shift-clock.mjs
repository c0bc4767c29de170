import { readFileSync } from 'node:fs';

/* Loaded into a server under test: its time of day jumps as a clock that is set does. Timers go on, as they do then. */
const file = process.env.VITRINE_FAULTS_CLOCK;
if (file !== undefined) {
  const RealDate = Date;
  let aheadMs = Number(readFileSync(file, 'utf8')) * 1_000;
  process.on('SIGUSR2', () => {
    aheadMs = Number(readFileSync(file, 'utf8')) * 1_000;
  });
  globalThis.Date = class extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(RealDate.now() + aheadMs);
      else super(...values);
    }
    // Its own, not inherited: Next copies what a Date has of its own.
    static parse = RealDate.parse;
    static UTC = RealDate.UTC;
    static now() {
      return RealDate.now() + aheadMs;
    }
  };
}
