import { useState } from 'react';

/** What an app asks a person. */
export type Ask =
  | { kind: 'call'; name: string; args: Record<string, unknown> }
  | { kind: 'link'; url: string }
  | { kind: 'message'; text: string };

export type AskAnswer = 'yes' | 'always' | 'no';

export interface OpenAsk {
  id: number;
  ask: Ask;
  answer(answer: AskAnswer): void;
}

/** An app that asks for more at a time gets no for an answer. */
const maxOpen = 3;

/** What an app asks, one after the other. */
export function useAsks() {
  const [open, setOpen] = useState<readonly OpenAsk[]>([]);
  const [asking] = useState(() => createAsking(setOpen));
  return { first: open[0] ?? null, ask: asking.ask, close: asking.close };
}

function createAsking(setOpen: (open: readonly OpenAsk[]) => void) {
  let open: readonly OpenAsk[] = [];
  let lastId = 0;
  const show = (next: readonly OpenAsk[]) => {
    open = next;
    setOpen(next);
  };
  return {
    ask(ask: Ask): Promise<AskAnswer> {
      if (open.length >= maxOpen) return Promise.resolve('no');
      const { promise, resolve } = Promise.withResolvers<AskAnswer>();
      lastId += 1;
      const id = lastId;
      const answer = (answered: AskAnswer) => {
        show(open.filter((one) => one.id !== id));
        resolve(answered);
      };
      show([...open, { id, ask, answer }]);
      return promise;
    },
    /** Nobody answers any more. */
    close() {
      for (const one of open) one.answer('no');
    },
  };
}
