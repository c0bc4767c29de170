import { framed, type TraceLine } from './trace-meaning.ts';

export function python(text: string): TraceLine | null {
  if (text.startsWith('Traceback (most recent call last)') || text.startsWith('Exception Group Traceback')) {
    return { means: 'begin', error: null, location: null, errorIs: 'last' };
  }
  const isChain =
    text.startsWith('During handling of the above exception') ||
    text.startsWith('The above exception was the direct cause');
  return isChain ? { means: 'chain' } : null;
}

/** `PHP Fatal error:  Uncaught Exception: msg in /app/a.php:12` */
export function php(text: string): TraceLine {
  const remaining = text.slice(text.indexOf('Uncaught ') + 9);
  const [, location] = / in (\/\S{1,500}:\d{1,9})$/.exec(remaining.slice(-600)) ?? [];
  return {
    means: 'begin',
    error: location ? remaining.slice(0, remaining.lastIndexOf(' in ')) : remaining,
    location: location ?? null,
    errorIs: 'here',
  };
}

/** `Next Shop\\Failure: msg in /app/a.php:24`: an exception that followed from the previous one. */
export function phpNext(text: string): TraceLine | null {
  const [, location] = / in (\/\S{1,500}:\d{1,9})$/.exec(text.slice(-600)) ?? [];
  if (location === undefined) return null;
  const error = text.slice(5, text.lastIndexOf(' in '));
  return { means: 'begin', error, location: location, errorIs: 'here', behindOther: 'outcome' };
}

/**
 * `(shop 0.1.0) lib/shop/cart.ex:12: Shop.Cart.total/1`; frames of the language's own libraries get no
 * location.
 */
export function elixirFrame(line: string): TraceLine | null {
  const [, app = '', location, symbol] =
    /^\(([\w.]{1,60})(?: [\w.+-]{1,40})?\) (\S{1,300}\.(?:exs?|erl|eex|heex):\d{1,9}): (.{1,200})$/.exec(
      line,
    ) ?? [];
  if (location === undefined) return null;
  return framed({ symbol: symbol ?? null, location: ofElixir.has(app) ? null : location });
}

const ofElixir = new Set(
  'elixir stdlib kernel mix ex_unit iex logger compiler phoenix plug ecto ecto_sql'.split(' '),
);

/** ``a.rb:3:in `run': no such thing (ArgumentError)`` */
export function ruby(text: string): TraceLine | null {
  if (!text.includes('.rb:')) return null;
  const [, location, remaining = ''] =
    /^(\S{1,300}\.rb:\d{1,9}):(?:in [`'][^`']{1,200}': )?(.{1,1000})$/.exec(text) ?? [];
  const type = / \(([A-Z][\w:]{1,100})\)$/.exec(remaining.slice(-110))?.[1];
  if (location === undefined || type === undefined) return null;
  return { means: 'begin', error: remaining, location: location, errorIs: 'here', behindOther: 'cause' };
}

export function rubyFrame(text: string): TraceLine | null {
  const [, location, symbol] = /^(\S{1,400}:\d{1,9}):in [`'](.{1,200})'$/.exec(text) ?? [];
  return location === undefined ? null : framed({ symbol: symbol ?? null, location: location });
}
