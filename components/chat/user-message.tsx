import type { Attachment } from '../../lib/core/events.ts';
import type { Given } from '../artifacts/given.ts';
import { GivenChip } from '../artifacts/given-chip.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { TimeText } from '../ui/time-text.tsx';

/** A person's words as they typed them; only `code` between backticks is set as code. */
export function UserMessage(props: {
  name: string;
  text: string;
  /** What was given to the model with it. */
  given: readonly (Given & Partial<Pick<Attachment, 'givenId'>>)[];
  timestamp?: string;
}) {
  return (
    <article className={props.timestamp ? 'msg' : 'msg is-pending'} aria-label={`${props.name} wrote`}>
      <div className="who">
        <Avatar name={props.name} />
        <b>{props.name}</b>
        {props.timestamp ? <TimeText iso={props.timestamp} /> : <span>sending</span>}
      </div>
      <GivenList given={props.given} />
      <p className="says as-typed">{withCode(props.text)}</p>
    </article>
  );
}

function GivenList({ given }: Pick<Parameters<typeof UserMessage>[0], 'given'>) {
  if (given.length === 0) return null;
  return (
    <ul className="given-list" aria-label="Given to the model">
      {given.map((one) => (
        <GivenChip
          key={`${one.artifactId}:${one.lines}`}
          given={one}
          {...(one.givenId === undefined ? {} : { givenId: one.givenId })}
        />
      ))}
    </ul>
  );
}

/** Every second part of the split stands between backticks. Parts never move, so their place is their key. */
const withCode = (text: string) =>
  text.split(/`([^`\n]+)`/).map((part, place) => {
    const key = `${place}`;
    return place % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
