'use client';

import { useState } from 'react';
import type { ToolChangeView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import { lazyPopup, preloadOnApproach } from '../ui/lazy-component.tsx';

const ToolChangesDialog = lazyPopup(async () => (await import('./tool-changes-popup.tsx')).ToolChangesPopup);

/** An admin looks at what a server changed, and decides. */
export function ToolChangesButton(props: {
  server: string;
  toolCount: number;
  changes: readonly ToolChangeView[];
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn primary"
        aria-label={`Review the changes of ${props.server}`}
        onClick={() => setIsOpen(true)}
        {...preloadOnApproach(ToolChangesDialog)}
      >
        Review
      </button>
      <ToolChangesDialog {...props} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
