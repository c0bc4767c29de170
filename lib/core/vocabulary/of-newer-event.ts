/**
 * For the default of a `switch` that names every type of event: what to do about one that only a newer version knows,
 * which writes to the same log during an upgrade. The compiler still finds a type that was forgotten.
 */
export const ofNewerEvent = <T>(_event: never, value: T): T => value;
