import { Avatar } from '#components/ui/avatar.tsx';
import type { MentionedPerson } from './mention-query.ts';

/** Names to mention, shown over the field, which keeps the focus and whose keys control the list. */
export function MentionList(props: {
  id: string;
  people: readonly MentionedPerson[];
  active: number;
  point: (index: number) => void;
  take: (person: MentionedPerson) => void;
}) {
  return (
    <div className="mentions menu" id={props.id} role="listbox" aria-label="People">
      {props.people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
        <div
          key={person.id}
          id={`${props.id}-${index}`}
          className="menu-item"
          role="option"
          tabIndex={-1}
          aria-selected={index === props.active}
          {...(index === props.active ? { 'data-highlighted': '' } : {})}
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => props.point(index)}
          onClick={() => props.take(person)}
        >
          <Avatar name={person.name} />
          <span className="clip">{person.name}</span>
        </div>
      ))}
    </div>
  );
}
