import { useEffect, useState } from 'react';
import { limits } from '#lib/core/limits.ts';
import { type Given, isSameGiven } from '../artifacts/cards/given.ts';
import type { GivenList } from '../artifacts/cards/use-giving.ts';
import { formatNumber } from '../ui/format-number.ts';
import { parseGivenDraft } from './given-draft.ts';

export interface GivenDraft extends GivenList {
  drop: (given: Given) => void;
  clear: () => void;
  /** Restores attachments that could not be sent, before any added since. */
  restore: (refused: readonly Given[]) => void;
}

/** The attachments of the next message, stored for this tab beside its text. */
export function useGivenDraft(conversationId: string): GivenDraft {
  const key = `vitrine-given:${conversationId}`;
  const [list, setList] = useState<readonly Given[]>([]);
  // Read after the first render, which has to match the server's.
  useEffect(() => setList(parseGivenDraft(sessionStorage.getItem(key))), [key]);

  const write = (next: readonly Given[]) => {
    setList(next);
    if (next.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  };
  // Attaching may have waited for a price, so read the stored list: an older one would miss what was sent
  // or attached meanwhile.
  const written = () => parseGivenDraft(sessionStorage.getItem(key));
  const without = (gone: readonly Given[]) =>
    written().filter((given) => !gone.some((other) => isSameGiven(given, other)));
  return {
    list,
    add(given) {
      const buffered = written();
      if (buffered.some((other) => isSameGiven(given, other))) return null;
      const refusal = whyNot([...buffered, given]);
      if (refusal === null) write([...buffered, given]);
      return refusal;
    },
    drop: (given) => write(without([given])),
    clear: () => write([]),
    restore: (refused) => write([...refused, ...without(refused)]),
  };
}

/** The server decides, but what it would certainly refuse is reported at once. */
function whyNot(list: readonly Given[]): string | null {
  if (list.length > limits.messageAttachments) {
    return `Attach at most ${limits.messageAttachments} texts to one message.`;
  }
  const tokens = list.reduce((sum, given) => sum + given.tokens, 0);
  if (tokens <= limits.givenTokens) return null;
  return `That would be ${formatNumber(tokens)} tokens. One message can carry at most ${formatNumber(limits.givenTokens)}.`;
}
