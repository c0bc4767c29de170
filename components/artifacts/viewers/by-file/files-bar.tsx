'use client';

import { List } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { formatCount } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { FileIndex, type IndexedFile } from './file-index.tsx';

/** Above a list of files: how many there are, an index, fold all, and the layout. */
export function FilesBar(props: {
  files: readonly IndexedFile[];
  /** There are more files than are listed. */
  isCut: boolean;
  isAllFolded: boolean;
  onFoldAll: (isFolding: boolean) => void;
  onFile: (section: number) => void;
  /** Totals of all files. */
  figures: ReactNode;
  children?: ReactNode;
}) {
  const { files } = props;
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const count = `${formatCount(files.length, 'file')}${props.isCut ? ' and more' : ''}`;
  return (
    <div className="view-bar files-bar">
      {files.length > 1 ? (
        <button
          ref={button}
          type="button"
          className="btn is-small"
          aria-expanded={isOpen}
          // Losing the focus would close the list before the press does.
          onMouseDown={(event) => isOpen && event.preventDefault()}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon of={List} isSmall />
          {count}
        </button>
      ) : (
        <span className="dim">{count}</span>
      )}
      {props.figures}
      <span className="grow" />
      {files.length > 1 && (
        <button type="button" className="btn is-small" onClick={() => props.onFoldAll(!props.isAllFolded)}>
          {props.isAllFolded ? 'Unfold all' : 'Fold all'}
        </button>
      )}
      {props.children}
      {isOpen && (
        <FileIndex
          files={files}
          onBlur={() => setIsOpen(false)}
          onClose={close}
          onFile={(section) => {
            close();
            props.onFile(section);
          }}
        />
      )}
    </div>
  );
}
