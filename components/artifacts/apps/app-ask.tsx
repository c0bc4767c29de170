import { ExternalLink, type LucideIcon, MessageSquare, Shield } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import type { AskAnswer, OpenAsk } from './use-asks.ts';
import { useIsSettled } from './use-is-settled.ts';

/** What an app asks a person, below its page: nothing happens until they answer. */
export function AppAsk({ title, server, open }: { title: string; server: string; open: OpenAsk }) {
  const { ask, answer } = open;
  switch (ask.kind) {
    case 'call':
      return (
        <Row
          icon={Shield}
          words={
            <>
              <b>The app wants to call {ask.name}.</b>
              {Object.keys(ask.args).length > 0 && (
                <pre
                  className="app-ask-code"
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
                  tabIndex={0}
                >
                  {visible(JSON.stringify(ask.args, null, 2))}
                </pre>
              )}
              <span>A tool of {server}. The result is for the app; the model reads nothing of it.</span>
            </>
          }
          choices={[
            ['Refuse', 'no'],
            ['Any call of it, while open', 'always'],
            ['Allow once', 'yes'],
          ]}
          onAnswer={answer}
        />
      );
    case 'link':
      return (
        <Row
          icon={ExternalLink}
          words={
            <>
              <b>The app wants to open a page.</b>
              <span className="mono">{ask.url}</span>
            </>
          }
          choices={[
            ['Do not open', 'no'],
            ['Open', 'yes'],
          ]}
          onAnswer={answer}
        />
      );
    case 'message':
      return (
        <Row
          icon={MessageSquare}
          words={
            <>
              <b>{title} suggests a message.</b>
              <span>“{ask.text}”</span>
            </>
          }
          choices={[
            ['Dismiss', 'no'],
            ['Put in the composer', 'yes'],
          ]}
          onAnswer={answer}
        />
      );
  }
}

/** Hidden characters by their number: they could make a call look like another. */
const visible = (text: string): string =>
  text.replace(/\p{Cf}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

function Row(props: {
  icon: LucideIcon;
  words: ReactNode;
  /** The last one is what was asked for. */
  choices: readonly (readonly [string, AskAnswer])[];
  onAnswer: (answer: AskAnswer) => void;
}) {
  const row = useRef<HTMLDivElement>(null);
  const { isSettled, look } = useIsSettled(row);
  return (
    <div ref={row} className="app-ask" role="status">
      <Icon of={props.icon} />
      <div className="app-ask-words">{props.words}</div>
      <span className="asks-buttons">
        {props.choices.map(([label, answer]) => (
          <button
            key={answer}
            type="button"
            className={answer === 'no' ? 'btn plain' : 'btn'}
            disabled={!isSettled}
            onClick={() => {
              if (look()) props.onAnswer(answer);
            }}
          >
            {label}
          </button>
        ))}
      </span>
    </div>
  );
}
