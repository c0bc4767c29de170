import { MessageSquarePlus, TextSearch } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { addToDraft } from '../chat/composer/use-draft.ts';
import type { SessionInfo } from '../layout/session-info.ts';
import { useShell } from '../layout/shell-context.tsx';
import { type PaletteCommand, paletteCommands } from './palette-commands.ts';
import { findCommands } from './palette-rows.ts';

interface Shown {
  query: string;
  /** Commands alone are shown. */
  isNarrowed: boolean;
  /** Nothing else was found. */
  isNothing: boolean;
}

/** The commands that have the words of a query, and to ask the agent about it. */
export function usePaletteCommands(
  session: SessionInfo,
  { query, isNarrowed, isNothing }: Shown,
): PaletteCommand[] {
  const router = useRouter();
  const pathname = usePathname();
  const { showKeys } = useShell();
  const all = paletteCommands(session, showKeys);
  const found =
    query === '' && !isNarrowed ? all.filter(({ isSetting }) => !isSetting) : findCommands(all, query);
  // On the page of a new conversation there is the field itself.
  if (query === '' || pathname === '/') return found;
  const draft = (text: string) => () => {
    addToDraft('new', text);
    router.push('/');
  };
  const about = {
    title: `New conversation about “${query}”`,
    icon: MessageSquarePlus,
    does: draft(query),
  };
  const inFiles = {
    title: `Find “${query}” in the files of a workspace`,
    icon: TextSearch,
    does: draft(`Find “${query}” in the files.`),
  };
  return isNothing ? [...found, about, inFiles] : [...found, about];
}
