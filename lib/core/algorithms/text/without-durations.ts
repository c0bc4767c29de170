/** `1.17ms`, `(0.3 s)`, `2m 10s`, `duration_ms 248.2`, and a time of day. */
const durations =
  /\b\d+(?:[.,]\d+)?\s?(?:ns|µs|us|ms|s|secs?|seconds?|min|minutes?)\b|\b\d+m(?=\s?\d+(?:\.\d+)?s\b)|\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/g;
const namedDuration = /\b((?:duration|elapsed)\w*[ :=]+)\d+(?:[.,]\d+)?/gi;

/** A line of output without durations, which differ from run to run and are not a change. */
export const withoutDurations = (line: string): string =>
  line.replace(namedDuration, '$1').replace(durations, '');
