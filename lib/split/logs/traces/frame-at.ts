/** A parsed line of a stack. */
export interface FrameLine {
  symbol: string | null;
  location: string | null;
}

const withColumn = /:\d{1,9}:\d{1,9}$/;
const inJvm =
  /^(?:[\w$-]{1,200}\.(?:java|kt|kts|scala|groovy|clj|aj):\d{1,9}|Native Method|Unknown Source|[\w$-]{1,200}\.(?:java|kt|scala))$/;
const inDotnet = / in (.{1,500}:line \d{1,9})$/;

const without = (prefix: string, text: string): string =>
  text.startsWith(prefix) ? text.slice(prefix.length) : text;

/** A frame that starts with `at`: JavaScript, JVM, .NET or Rust. `null`: not a frame. */
export function frameAt(text: string): FrameLine | null {
  const close = text.endsWith(')') ? text.length - 1 : -1;
  const open = close === -1 ? -1 : text.lastIndexOf('(');
  const inside = open === -1 ? '' : text.slice(open + 1, close);
  if (open !== -1 && inJvm.test(inside)) {
    return { symbol: text.slice(0, open), location: /:\d/.test(inside) ? inside : null };
  }
  const location = open === -1 ? text : inside;
  if (withColumn.test(location)) {
    const symbol = open === -1 ? '' : text.slice(0, open).trim();
    return {
      symbol: symbol === '' ? null : symbol,
      location: without('file://', without('async ', location)),
    };
  }
  if (inside === '<anonymous>' || inside === 'native' || /^index \d{1,9}$/.test(inside))
    return { symbol: text.slice(0, open).trim(), location: null };
  const dotnet =
    text.lastIndexOf(' in ') === -1 ? null : inDotnet.exec(text.slice(Math.max(0, text.lastIndexOf(' in '))));
  if (dotnet) {
    return {
      symbol: text.slice(0, text.lastIndexOf(' in ')),
      location: (dotnet[1] ?? '').replace(':line ', ':'),
    };
  }
  return open > 0 && /^[\w.`<>[\]+$]{1,300}$/.test(text.slice(0, open)) && text.includes('.')
    ? { symbol: text.slice(0, open), location: null }
    : null;
}
