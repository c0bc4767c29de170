import { usePathname, useRouter } from 'next/navigation';
import { goToMessage } from '../chat/message-hash.ts';
import { useShell } from '../layout/shell-context.tsx';
import { rowPath } from './palette-option.tsx';
import type { PaletteRow } from './palette-rows.ts';

/** Opens the page of a row, or runs its command. */
export function useOpenRow(onDone: () => void): (row: PaletteRow) => void {
  const router = useRouter();
  const pathname = usePathname();
  const { isSidebarOpen, toggleSidebar } = useShell();
  return (row) => {
    onDone();
    if (row.kind === 'command' && typeof row.command.does === 'function') return row.command.does();
    const path = rowPath(row);
    if (path === null) return;
    const [page, hash] = path.split('#');
    if (page !== pathname || hash === undefined) return router.push(path);
    if (isSidebarOpen) toggleSidebar();
    if (row.kind === 'message') goToMessage(hash);
    else window.location.hash = hash;
  };
}
