'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useRouter } from 'next/navigation';
import { type CSSProperties, useState } from 'react';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import type { ToolChangeView } from '#lib/core/vocabulary/tools/mcp-server-view.ts';
import { comparedRows } from '../artifacts/panel/compare/compared-rows.ts';
import { diffGutterPx } from '../artifacts/viewers/diff/diff-gutter.ts';
import { DiffRows } from '../artifacts/viewers/diff/diff-rows.tsx';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';

/** What a server changed in its tools: they are blocked until an admin accepts it. */
export function ToolChangesPopup(props: {
  server: string;
  /** Of the server, with those that are blocked. */
  toolCount: number;
  changes: readonly ToolChangeView[];
  isOpen: boolean;
  onClose: () => void;
}) {
  const { server, toolCount, changes, onClose } = props;
  const { refresh } = useRouter();
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const accept = async () => {
    setIsSending(true);
    setError(null);
    for (const { tool, hash } of changes) {
      const result = await sendJson('POST', '/api/tools/changes', { tool, hash });
      if (!result.ok) setError(result.error);
    }
    setIsSending(false);
    refresh();
  };
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-full" />
        <Dialog.Popup className="dialog float is-centred tool-changes">
          <header>
            <Dialog.Title>
              {server} changed {new Set(changes.map(({ tool }) => tool)).size} of its {toolCount}{' '}
              {toolCount === 1 ? 'tool' : 'tools'}
            </Dialog.Title>
          </header>
          <div className="in">
            <Dialog.Description className="mid">
              {changes.length === 1 ? 'It is' : 'They are'} blocked for everybody until an admin allows what
              the server says now. The model reads it at every step: be wary of words that tell it to do
              something.
            </Dialog.Description>
            {changes.map((change) => (
              <section key={change.tool + change.hash} aria-label={toolLabel(change.tool)}>
                <h3>
                  <code>{toolLabel(change.tool)}</code>
                  <span className="mid">
                    {change.isNew ? 'new' : 'changed'}, seen <TimeText iso={change.seenAt} as="day-clock" />
                  </span>
                </h3>
                {change.parts.map((part) => (
                  <ChangedPart key={part.name} {...part} />
                ))}
              </section>
            ))}
            {error !== null && (
              <p className="bad" role="alert">
                {error}
              </p>
            )}
          </div>
          <footer>
            <span className="mid grow">Allowing goes to the audit log.</span>
            <button type="button" className="btn" disabled={isSending} onClick={() => void accept()}>
              {changes.length === 1 ? 'Allow the change' : 'Allow all of these'}
            </button>
            <Dialog.Close className="btn primary">Keep blocked</Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ChangedPart({ name, diff }: ToolChangeView['parts'][number]) {
  const { rows, cut } = comparedRows(diff);
  const isCode = name === 'arguments' || name === 'hints';
  return (
    <>
      <p className="mid">{name}</p>
      <div className="diff code wrap" style={{ '--diff-gutter': `${diffGutterPx(rows)}px` } as CSSProperties}>
        <DiffRows
          rows={rows.filter(({ kind }) => kind !== 'hunk')}
          firstNumber={1}
          cut={cut}
          isColoured={isCode}
          path={isCode ? `${name}.json` : null}
        />
      </div>
    </>
  );
}
