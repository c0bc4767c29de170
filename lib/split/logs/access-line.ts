/** A request in a server's access log. `null`: not logged. */
export interface AccessEntry {
  client: string | null;
  time: string | null;
  method: string;
  /** Without the query string. */
  path: string;
  status: number;
  byteLength: number | null;
  elapsedMs: number | null;
}

const request = /"([A-Z]{3,10}) ([^\s"]{1,4000})(?: HTTP\/[\d.]{1,4})?" ([1-9]\d{2})(?!\d)(?: (\d{1,12}|-))?/;
const bracketed = /\[(\d{1,2}\/[A-Z][a-z]{2}\/\d{4}[: ]\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?: [+-]\d{4})?)\]/;
const timed = /(\d{4}[-/]\d{2}[-/]\d{2}[T ](?:- )?\d{2}:\d{2}:\d{2})/;
/** morgan, Rails and others in development: `GET /path 200 12.345 ms - 120`. */
const short = /^(?:.{0,100}[ \]])?([A-Z]{3,7}) (\/\S{0,4000})(?: HTTP\/[\d.]{1,4})? (\d{3})(?= |$)/;
const inMilliseconds = /(\d{1,9}(?:\.\d{1,9})?) ?ms\b/;
/** gin: `| 200 | 1.2ms | 127.0.0.1 | GET "/path"`. */
const gin =
  /\| *(\d{3}) \| *(\d{1,9}(?:\.\d{1,9})?)(µs|ms|s|m) \| *(\S{1,60}) \| *([A-Z]{3,7}) +"([^"]{1,4000})"/;
/** HAProxy: `0/0/1/30/33 200 1234 - - ---- 1/1/0/0/0 0/0 "GET /path HTTP/1.1"`. */
const haproxy =
  /(?:\d{1,9}|-1)(?:\/(?:\d{1,9}|-1)){3}\/\+?(\d{1,9}) (\d{3}) \+?(\d{1,12}) .{0,200}"([A-Z]{3,10}) ([^\s"]{1,4000})/;
export const methodNames = 'GET POST PUT PATCH DELETE HEAD OPTIONS CONNECT TRACE PROPFIND QUERY'.split(' ');
const methods = new Set(methodNames);

/**
 * Parses a line of an access log: common, combined, or a framework's development format. `null`: not a
 * request.
 */
export function parseAccessLine(text: string): AccessEntry | null {
  const quoted = text.includes('"') ? request.exec(text) : null;
  if (quoted && methods.has(quoted[1] ?? '')) return quotedEntry(text, quoted);
  const proxied = !quoted && text.endsWith('"') && text.includes('/') ? haproxy.exec(text) : null;
  if (proxied && methods.has(proxied[4] ?? '')) {
    const [, elapsed, status, bytes, method = '', path = ''] = proxied;
    return entryOf(method, path, Number(status), {
      time: bracketed.exec(text)?.[1] ?? null,
      byteLength: Number(bytes),
      elapsedMs: Number(elapsed),
    });
  }
  const inGin = text.includes(' | ') ? gin.exec(text) : null;
  if (inGin) {
    const [, status, amount, unit = 'ms', client = '', method = '', path = ''] = inGin;
    const factor = { µs: 0.001, ms: 1, s: 1000, m: 60_000 }[unit] ?? 1;
    return entryOf(method, path, Number(status), {
      client,
      time: timed.exec(text)?.[1] ?? null,
      elapsedMs: Number(amount) * factor,
    });
  }
  const plain = text.length < 5_000 && text.includes(' /') ? short.exec(text) : null;
  if (!plain || !methods.has(plain[1] ?? '')) return null;
  const elapsed = inMilliseconds.exec(text.slice(plain[0].length))?.[1];
  return entryOf(plain[1] ?? '', plain[2] ?? '', Number(plain[3]), {
    time: timed.exec(text)?.[1] ?? null,
    elapsedMs: elapsed === undefined ? null : Number(elapsed),
  });
}

function quotedEntry(text: string, match: RegExpExecArray): AccessEntry {
  const [, method = '', path = '', status, bytes] = match;
  const before = text.slice(0, match.index);
  const client =
    /(?:^|\s)([\da-fA-F.:]{3,45}|[\w.-]{1,100})(?::\d+)? - /.exec(before.slice(0, 200))?.[1] ?? null;
  return entryOf(method, path, Number(status), {
    client,
    time: bracketed.exec(before)?.[1] ?? timed.exec(before)?.[1] ?? null,
    byteLength: bytes === undefined || bytes === '-' ? null : Number(bytes),
    elapsedMs: elapsedOf(text.slice(match.index + match[0].length)),
  });
}

/** `rt=0.238 urt=0.395`: the time of the request, not that of the server behind it. */
const namedTime =
  /(?<![\w-])(?:rt|request_?time|duration|took|elapsed|latency|response_?time)["']?[=:] ?"?(\d{1,9}(?:\.\d{1,9})?)(ms|us|µs|s)?(?![\w.])/i;

/** The duration that is named, else the one at the end of a line: seconds with a decimal point, or a number with its unit. */
function elapsedOf(remaining: string): number | null {
  const [, figure, figureUnit] = namedTime.exec(remaining.slice(-400)) ?? [];
  if (figure !== undefined) {
    const factor = figureUnit === undefined ? (figure.includes('.') ? 1000 : 1) : unitsInMs[figureUnit];
    return Number(figure) * (factor ?? 1);
  }
  const end = remaining.slice(-60);
  const [, amount, unit] = /(\d{1,9}(?:\.\d{1,9})?) ?(ms|us|µs|s)$/.exec(end) ?? [];
  if (amount !== undefined) return Number(amount) * (unitsInMs[unit ?? ''] ?? 1);
  const seconds = /(?:^|[\s="])(\d{1,6}\.\d{3,6})"?$/.exec(end)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

const unitsInMs: Record<string, number> = { ms: 1, s: 1000, us: 0.001, µs: 0.001 };

function entryOf(method: string, target: string, status: number, result: Partial<AccessEntry>): AccessEntry {
  const query = target.indexOf('?');
  const path = query === -1 ? target : target.slice(0, query);
  return { client: null, time: null, byteLength: null, elapsedMs: null, ...result, method, path, status };
}
