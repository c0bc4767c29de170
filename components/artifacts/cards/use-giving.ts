import { useEffect, useState } from 'react';
import { formatLineRange, type LineRange } from '../../../lib/core/lines.ts';
import type { RequestFailure } from '../../ui/request-json.ts';
import { fetchPrice } from '../api/artifact-api.ts';
import { type Given, isSameGiven } from './given.ts';

/** What goes with the next message, as the panel may add to it. */
export interface GivenList {
  list: readonly Given[];
  /** Returns why it cannot go with the message, or `null`. The same thing twice goes once. */
  add: (given: Given) => string | null;
}

/** Tokens, or why it cannot be given; `null` while the server counts. */
export type GivenPrice = { tokens: number } | { error: string; isTooLong: boolean } | null;

export interface Giving {
  /** Of the lines that are selected. */
  price: GivenPrice;
  isGiven: boolean;
  /** The lines that are selected, else all of it. */
  give: () => void;
  error: string | null;
}

const restMs = 150;

const refusalOf = ({ error, code }: RequestFailure) => ({ error, isTooLong: code === 'too_large' });

/** Gives an artifact, or the lines of it that are selected, to the model with the next message. */
export function useGiving(
  { artifactId, title }: { artifactId: string; title: string },
  lines: LineRange | null,
  given: GivenList,
): Giving {
  const name = lines === null ? undefined : formatLineRange(lines);
  const [current, setCurrent] = useState<{ name: string | undefined; price: GivenPrice }>({
    name,
    price: null,
  });
  const [fault, setFault] = useState<{ name: string | undefined; text: string } | null>(null);
  useEffect(() => {
    if (name === undefined) return;
    const controller = new AbortController();
    // Whoever drags a selection is told the price of where it ends.
    const timer = setTimeout(async () => {
      const result = await fetchPrice(artifactId, name, controller.signal);
      if (controller.signal.aborted) return;
      setCurrent({ name, price: result.ok ? result.value : refusalOf(result) });
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [artifactId, name]);

  const price = current.name === name ? current.price : null;
  const about = (tokens: number): Given => ({
    artifactId,
    title,
    tokens,
    ...(name === undefined ? {} : { lines: name }),
  });
  const give = async () => {
    setFault(null);
    const known = price && 'tokens' in price ? { ok: true as const, value: price } : null;
    const result = known ?? (await fetchPrice(artifactId, name));
    const text = result.ok ? given.add(about(result.value.tokens)) : result.error;
    if (text !== null) setFault({ name, text });
  };
  return {
    price,
    isGiven: given.list.some((other) => isSameGiven(other, about(0))),
    give: () => void give(),
    error: fault?.name === name ? (fault?.text ?? null) : null,
  };
}
