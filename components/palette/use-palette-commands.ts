import { MessageSquarePlus } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { addToDraft } from '../chat/composer/use-draft.ts';
import type { SessionInfo } from '../layout/session-info.ts';
import { type PaletteCommand, paletteCommands } from './palette-commands.ts';
import { findCommands } from './palette-rows.ts';

/** The commands that have the words of a query, and to ask the agent about it. */
export function usePaletteCommands(session: SessionInfo, query: string): PaletteCommand[] {
  const router = useRouter();
  const pathname = usePathname();
  const found = findCommands(paletteCommands(session), query);
  // On the page of a new conversation there is the field itself.
  if (query === '' || pathname === '/') return found;
  const ask = () => {
    addToDraft('new', query);
    router.push('/');
  };
  return [...found, { title: `New conversation about “${query}”`, icon: MessageSquarePlus, does: ask }];
}
