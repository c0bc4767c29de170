import { Avatar } from '../ui/avatar.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { GivenChips, type GivenOrSent } from './given-chips.tsx';

/** A person's words as they typed them; only `code` between backticks is set as code. */
export function UserMessage(props: {
  name: string;
  text: string;
  /** What was given to the model with it. */
  given: readonly GivenOrSent[];
  timestamp?: string;
}) {
  return (
    <article className={props.timestamp ? 'msg' : 'msg is-pending'} aria-label={`${props.name} wrote`}>
      <div className="who">
        <Avatar name={props.name} />
        <b>{props.name}</b>
        {props.timestamp ? <TimeText iso={props.timestamp} /> : <span>sending</span>}
      </div>
      <GivenChips label="Given to the model" given={props.given} />
      <p className="says as-typed">{withCode(props.text)}</p>
    </article>
  );
}

/** Every second part of the split stands between backticks. Parts never move, so their place is their key. */
const withCode = (text: string) =>
  text.split(/`([^`\n]+)`/).map((part, place) => {
    const key = `${place}`;
    return place % 2 === 1 ? <code key={key}>{part}</code> : part;
  });
