'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { PathText } from '#components/artifacts/text/path-text.tsx';

export interface IndexedFile {
  path: string | null;
  figures: ReactNode;
}

const rowHeight = 32;

/** A list of all file names to jump to, of any length; only the visible part is rendered. */
export function FileIndex(props: {
  files: readonly IndexedFile[];
  onFile: (section: number) => void;
  /** Called on Escape; losing the focus calls `onBlur`. */
  onClose: () => void;
  onBlur: () => void;
}) {
  const { files, onFile, onClose } = props;
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  useEffect(() => box.current?.focus(), []);

  const move = (to: number) => {
    const next = Math.min(files.length - 1, Math.max(0, to));
    setAt(next);
    virtualizer.scrollToIndex(next);
  };
  const page = () => Math.max(1, Math.floor((box.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
  const moves: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    PageDown: () => move(at + page()),
    PageUp: () => move(at - page()),
    Home: () => move(0),
    End: () => move(files.length - 1),
    Enter: () => onFile(at),
    Escape: onClose,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = moves[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div
      ref={box}
      className="under-bar file-index"
      role="listbox"
      tabIndex={0}
      aria-label="Go to a file"
      aria-activedescendant={`file-index-${at}`}
      onKeyDown={onKeyDown}
      onBlur={props.onBlur}
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const file = files[index];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and names its active row (aria-activedescendant)
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={index}
              id={`file-index-${index}`}
              role="option"
              aria-selected={index === at}
              aria-setsize={files.length}
              aria-posinset={index + 1}
              className="file-index-row"
              style={{ transform: `translateY(${start}px)` }}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onFile(index)}
            >
              <span className="path clip">
                {file?.path == null ? <b>No file named</b> : <PathText path={file.path} />}
              </span>
              {file?.figures}
            </div>
          );
        })}
      </div>
    </div>
  );
}
