/** Milliseconds that go on evenly in this process, whatever its time of day is set to: leases last as long as they say. */
export const steadyMs = (): number => Math.round(performance.now());
