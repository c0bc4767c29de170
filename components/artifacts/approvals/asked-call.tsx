import { Fragment } from 'react';
import { CitationLink } from '#components/chat/citation-link.tsx';
import type { Json } from '#lib/core/vocabulary/json.ts';
import { HiddenText } from '../text/hidden-text.tsx';

/**
 * The exact call awaiting approval, uncut: a command as one would type it, other calls argument by argument.
 */
export function AskedCall({ input }: { input: Json }) {
  const entries = entriesOf(input);
  const command = entries.find(([name]) => name === 'command');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long call can be scrolled with the keyboard
    <section className="seen asked" aria-label="The exact call" tabIndex={0}>
      {command && (
        <div>
          <span className="prompt">$ </span>
          <HiddenLines text={command[1]} />
        </div>
      )}
      {entries
        .filter((entry) => entry !== command)
        .map(([name, value]) => (
          <div key={name} className={value.includes('\n') ? 'tall' : undefined}>
            <span className="prompt">
              <HiddenText text={name} />{' '}
            </span>
            {isArtifact.test(value) ? (
              <CitationLink hash={`#${value.replace('#', ':')}`} text={value} />
            ) : (
              <HiddenLines text={value} />
            )}
          </div>
        ))}
    </section>
  );
}

/** Its own lines are no hidden characters. */
const HiddenLines = ({ text }: { text: string }) => (
  <span>
    {text.split('\n').map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move
      <Fragment key={index}>
        {index > 0 && '\n'}
        <HiddenText text={line} />
      </Fragment>
    ))}
  </span>
);

/** A text passed as an artifact: a press opens what it says. */
const isArtifact = /^art_[a-z2-7]{26}(#L\d+(-L?\d+)?)?$/;

const entriesOf = (input: Json): [name: string, value: string][] =>
  input !== null && typeof input === 'object' && !Array.isArray(input)
    ? Object.entries(input).map(([name, value]) => [name, textOf(value)])
    : [['', textOf(input)]];

/** A list of words on one line; anything larger is laid out. */
function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  const isFlat = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  return JSON.stringify(value ?? null, null, isFlat ? 0 : 2);
}

/** Line count, so that the reader knows how much there is to scroll through. */
export const countAskedLines = (input: Json): number =>
  entriesOf(input).reduce((count, [, value]) => count + value.split('\n').length, 0);
