import type { TerminalAction } from '../core/vocabulary/terminal-action.ts';
import type { RunningTerminal } from '../workspace/commands.ts';
import type { MessageAuthor } from './queue-decisions.ts';

/** After this long without typing, somebody else may take control. */
const relievedAfterMs = 60_000;

/** The terminals that run in this process, and who has control of each. */
export interface Terminals {
  /**
   * Gives people access to a terminal. Returns a function that ends it.
   * @param onHolder receives who has taken control; `null`: it was handed back
   */
  attach(
    key: TerminalKey,
    terminal: RunningTerminal,
    onHolder: (holder: MessageAuthor | null) => void,
  ): () => void;
  /**
   * `in_use`: somebody else has control, or the caller has not taken it. `absent`: no such terminal runs in
   * this process.
   */
  act(key: TerminalKey, person: MessageAuthor, action: TerminalAction): 'done' | 'in_use' | 'absent';
}

export interface TerminalKey {
  conversationId: string;
  toolCallId: string;
}

interface Attached {
  terminal: RunningTerminal;
  holder: MessageAuthor | null;
  typedMs: number;
  onHolder(holder: MessageAuthor | null): void;
}

export function createTerminals(nowMs: () => number): Terminals {
  const attached = new Map<string, Attached>();
  const nameOf = ({ conversationId, toolCallId }: TerminalKey) => `${conversationId} ${toolCallId}`;

  const give = (one: Attached, holder: MessageAuthor | null) => {
    const isChange = one.holder?.id !== holder?.id;
    one.holder = holder;
    one.typedMs = nowMs();
    one.terminal.setAttended(holder !== null);
    if (isChange) one.onHolder(holder);
  };

  return {
    attach(key, terminal, onHolder) {
      attached.set(nameOf(key), { terminal, holder: null, typedMs: 0, onHolder });
      return () => attached.delete(nameOf(key));
    },
    act(key, person, action) {
      const one = attached.get(nameOf(key));
      if (!one) return 'absent';
      const isHolder = one.holder?.id === person.id;
      if (action.kind === 'take') {
        const isFree = one.holder === null || isHolder || nowMs() - one.typedMs >= relievedAfterMs;
        if (isFree) give(one, person);
        return isFree ? 'done' : 'in_use';
      }
      if (!isHolder) return 'in_use';
      if (action.kind === 'handBack') give(one, null);
      else if (action.kind === 'resize') one.terminal.resize(action.columns, action.rows);
      else {
        one.typedMs = nowMs();
        one.terminal.write(action.data);
      }
      return 'done';
    },
  };
}
