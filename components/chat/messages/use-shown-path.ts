import { useState } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { ThreadItem } from '#lib/core/conversation/thread-items.ts';
import {
  findNode,
  isSelected,
  itemsOf,
  nodeOfMessage,
  pathThrough,
} from '#lib/core/conversation/thread-tree.ts';
import type { MessageTarget } from '../use-message-target.ts';

export interface ShownPath {
  items: readonly ThreadItem[];
  /** The message or answer on another version that the member looks at; `null`: what everybody sees. */
  lookedAtId: string | null;
  look: (nodeId: string | null) => void;
}

/** The path that the member sees: the selected one, unless they look at another version or follow a link to one. */
export function useShownPath({ tree, items }: ConversationState, target: MessageTarget | null): ShownPath {
  'use memo';
  const [wantedId, look] = useState<string | null>(null);
  useEffectOn([target], () => {
    const linked = target === null ? null : nodeOfMessage(tree, target.messageId);
    if (linked !== null) look(linked);
  });
  // Once everybody is there, it is not another version any more, whatever they select later.
  if (wantedId !== null && (!findNode(tree, wantedId) || isSelected(tree, wantedId))) look(null);
  const lookedAtId =
    wantedId === null || !findNode(tree, wantedId) || isSelected(tree, wantedId) ? null : wantedId;
  return {
    items: lookedAtId === null ? items : itemsOf(pathThrough(tree, lookedAtId)),
    lookedAtId,
    look,
  };
}
