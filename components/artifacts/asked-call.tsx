import type { Json } from '../../lib/core/json.ts';
import { HiddenText } from './hidden-text.tsx';

/** The exact call that people are asked about: a command as one types it, other calls argument by argument, nothing cut. */
export function AskedCall({ given }: { given: Json }) {
  const entries = entriesOf(given);
  const command = entries.find(([name]) => name === 'command');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long call scrolls by keyboard
    <section className="seen asked" aria-label="The exact call" tabIndex={0}>
      {command && (
        <div>
          <span className="prompt">$ </span>
          <HiddenText text={command[1]} />
        </div>
      )}
      {entries
        .filter((entry) => entry !== command)
        .map(([name, value]) => (
          <div key={name} className={value.includes('\n') ? 'tall' : undefined}>
            <span className="prompt">{name} </span>
            <HiddenText text={value} />
          </div>
        ))}
    </section>
  );
}

const entriesOf = (given: Json): [name: string, value: string][] =>
  given !== null && typeof given === 'object' && !Array.isArray(given)
    ? Object.entries(given).map(([name, value]) => [name, textOf(value)])
    : [['', textOf(given)]];

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
