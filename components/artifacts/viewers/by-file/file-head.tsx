import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { PathText } from '#components/artifacts/text/path-text.tsx';
import { Icon } from '#components/ui/icon.tsx';

/** The head of a file in a diff or a search: folds the file, and says what is in it. */
export function FileHead(props: {
  path: string | null;
  isFolded: boolean;
  /** `isStuck`: it was pressed while stuck to the top, so that the folded lines disappear from there. */
  onToggle: (isStuck: boolean) => void;
  /** At its right: the file's figures. */
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
