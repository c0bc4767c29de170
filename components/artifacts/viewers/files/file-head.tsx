import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { PathText } from '../../text/path-text.tsx';

/** The head of a file in a diff or a search: folds it, and says what is in it. */
export function FileHead(props: {
  path: string | null;
  isFolded: boolean;
  /** `isStuck`: pressed where it is held at the top, so that what it folds is gone from there. */
  onToggle: (isStuck: boolean) => void;
  /** At its right: how much there is. */
  children: ReactNode;
}) {
  return (
    <div className="file file-head">
      <button
        type="button"
        className="file-fold"
        aria-expanded={!props.isFolded}
        onClick={({ currentTarget }) => props.onToggle(currentTarget.closest('.is-stuck') !== null)}
      >
        <Icon of={props.isFolded ? ChevronRight : ChevronDown} isSmall />
        <span className="path clip">
          {props.path === null ? <b className="clip">No file named</b> : <PathText path={props.path} />}
        </span>
      </button>
      <span className="n">{props.children}</span>
    </div>
  );
}
