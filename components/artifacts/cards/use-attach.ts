import { useEffect, useState } from 'react';
import type { RequestFailure } from '#components/ui/request-json.ts';
import { formatLineRange, type LineRange } from '#lib/core/algorithms/lines/lines.ts';
import { fetchPrice } from '../api/artifact-api.ts';
import { type DraftAttachment, isSameAttachment } from './draft-attachment.ts';

/** Attachments of the next message, as far as the panel needs to add to them. */
export interface AttachmentList {
  list: readonly DraftAttachment[];
  /** Returns why it cannot be attached, or `null`. Adding the same thing twice has no effect. */
  add: (attachment: DraftAttachment) => string | null;
}

/** Tokens, or why it cannot be attached; `null` while the server counts. */
export type AttachmentPrice = { tokens: number } | { error: string; isTooLong: boolean } | null;

export interface Attaching {
  /** Price of the selected lines. */
  price: AttachmentPrice;
  isAttached: boolean;
  /** Attaches the selected lines, or else the whole artifact. */
  attach: () => void;
  error: string | null;
}

const restMs = 150;

const refusalOf = ({ error, code }: RequestFailure) => ({ error, isTooLong: code === 'too_large' });

/** Attaches an artifact, or its selected lines, to the next message. */
export function useAttach(
  { artifactId, title }: { artifactId: string; title: string },
  lines: LineRange | null,
  attachments: AttachmentList,
): Attaching {
  const name = lines === null ? undefined : formatLineRange(lines);
  const [current, setCurrent] = useState<{ name: string | undefined; price: AttachmentPrice }>({
    name,
    price: null,
  });
  const [fault, setFault] = useState<{ name: string | undefined; text: string } | null>(null);
  useEffect(() => {
    if (name === undefined) return;
    const controller = new AbortController();
    // While a selection is being dragged, only the price of its final range is requested.
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
  const about = (tokens: number): DraftAttachment => ({
    artifactId,
    title,
    tokens,
    ...(name === undefined ? {} : { lines: name }),
  });
  const attach = async () => {
    setFault(null);
    const known = price && 'tokens' in price ? { ok: true as const, value: price } : null;
    const result = known ?? (await fetchPrice(artifactId, name));
    const text = result.ok ? attachments.add(about(result.value.tokens)) : result.error;
    if (text !== null) setFault({ name, text });
  };
  return {
    price,
    isAttached: attachments.list.some((other) => isSameAttachment(other, about(0))),
    attach: () => void attach(),
    error: fault?.name === name ? (fault?.text ?? null) : null,
  };
}
