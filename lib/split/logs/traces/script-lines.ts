import { framed, type TraceLine } from './trace-meaning.ts';

export function python(text: string): TraceLine | null {
  if (text.startsWith('Traceback (most recent call last)') || text.startsWith('Exception Group Traceback')) {
    return { means: 'begin', error: null, place: null, errorIs: 'last' };
  }
  const isChain =
    text.startsWith('During handling of the above exception') ||
    text.startsWith('The above exception was the direct cause');
  return isChain ? { means: 'chain' } : null;
}

/** `PHP Fatal error:  Uncaught Exception: msg in /app/a.php:12` */
export function php(text: string): TraceLine {
  const rest = text.slice(text.indexOf('Uncaught ') + 9);
  const [, place] = / in (\/\S{1,500}:\d{1,9})$/.exec(rest.slice(-600)) ?? [];
  return {
    means: 'begin',
    error: place ? rest.slice(0, rest.lastIndexOf(' in ')) : rest,
    place: place ?? null,
    errorIs: 'here',
  };
}

/** `Next Shop\\Failure: msg in /app/a.php:24`: what came of the one before. */
export function phpNext(text: string): TraceLine | null {
  const [, place] = / in (\/\S{1,500}:\d{1,9})$/.exec(text.slice(-600)) ?? [];
  if (place === undefined) return null;
  const error = text.slice(5, text.lastIndexOf(' in '));
  return { means: 'begin', error, place, errorIs: 'here', behindOther: 'outcome' };
}

/** `(shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1`: what comes with the language tells no place of its own. */
export function elixirFrame(line: string): TraceLine | null {
  const [, app = '', place, symbol] =
    /^\(([\w.]{1,60})(?: [\w.+-]{1,40})?\) (\S{1,300}\.(?:exs?|erl|eex|heex):\d{1,9}): (.{1,200})$/.exec(
      line,
    ) ?? [];
  if (place === undefined) return null;
  return framed({ symbol: symbol ?? null, place: ofElixir.has(app) ? null : place });
}

const ofElixir = new Set(
  'elixir stdlib kernel mix ex_unit iex logger compiler phoenix plug ecto ecto_sql'.split(' '),
);

/** ``a.rb:3:in `run': no such thing (ArgumentError)`` */
export function ruby(text: string): TraceLine | null {
  if (!text.includes('.rb:')) return null;
  const [, place, rest = ''] =
    /^(\S{1,300}\.rb:\d{1,9}):(?:in [`'][^`']{1,200}': )?(.{1,1000})$/.exec(text) ?? [];
  const type = / \(([A-Z][\w:]{1,100})\)$/.exec(rest.slice(-110))?.[1];
  if (place === undefined || type === undefined) return null;
  return { means: 'begin', error: rest, place, errorIs: 'here', behindOther: 'cause' };
}

export function rubyFrame(text: string): TraceLine | null {
  const [, place, symbol] = /^(\S{1,400}:\d{1,9}):in [`'](.{1,200})'$/.exec(text) ?? [];
  return place === undefined ? null : framed({ symbol: symbol ?? null, place });
}
