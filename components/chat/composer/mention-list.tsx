import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#components/ui/avatar.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { MentionChoice } from './use-mentions.ts';

/**
 * People and files that an `@` can stand for, shown over the field, which keeps the focus and whose keys control
 * the list.
 */
export function MentionList(props: {
  id: string;
  suggestions: readonly MentionChoice[];
  typed: string;
  active: number;
  point: (index: number) => void;
  take: (suggestion: MentionChoice) => void;
}) {
  const { suggestions, typed } = props;
  return (
    <div className="mentions menu" id={props.id} role="listbox" aria-label="People and files">
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
        <div
          key={suggestion.kind === 'person' ? suggestion.id : suggestion.path}
          id={`${props.id}-${index}`}
          className="menu-item"
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          {...(index === props.active ? { 'data-highlighted': '' } : {})}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => props.point(index)}
          onClick={() => props.take(suggestion)}
        >
          {suggestion.kind === 'person' ? (
            <>
              <Avatar id={suggestion.id} name={suggestion.name} />
              <span className="clip">{suggestion.name}</span>
            </>
          ) : (
            <>
              <Icon of={FileText} isSmall />
              <span className="clip mono grow" title={suggestion.path}>
                {withMatch(suggestion.path, typed)}
              </span>
              <span className="dim">{formatBytes(suggestion.byteLength)}</span>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** The part that was typed stands out, in the file's name if it is there. */
function withMatch(path: string, typed: string): ReactNode {
  const at = path.toLowerCase().lastIndexOf(typed.toLowerCase());
  if (at === -1 || typed === '') return path;
  return (
    <>
      {path.slice(0, at)}
      <b>{path.slice(at, at + typed.length)}</b>
      {path.slice(at + typed.length)}
    </>
  );
}
