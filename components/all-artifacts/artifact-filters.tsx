'use client';

import { ChevronDown, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ArtifactType, artifactTypes } from '#lib/core/vocabulary/artifact-types.ts';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import { useEffectOn } from '../ui/use-effect-on.ts';
import type { ArtifactChoice } from './artifact-choice.ts';

export interface Named {
  id: string;
  name: string;
}

const restMs = 250;

/** What narrows the page: words, and buttons that show what they are set to. */
export function ArtifactFilters(props: {
  choice: ArtifactChoice;
  conversations: readonly Named[];
  people: readonly Named[];
  tools: readonly string[];
  /** How many artifacts there are under these filters. */
  figure: string;
  onChoose: (change: Partial<ArtifactChoice>) => void;
}) {
  const { choice, conversations, people, tools, figure, onChoose } = props;
  return (
    <search className="artifact-filters">
      <WordsField value={choice.q} onSettled={(q) => onChoose({ q })} />
      <FilterMenu
        name="Type"
        value={choice.type}
        options={Object.keys(artifactTypes).map((type) => ({ id: type, name: type }))}
        onChoose={(type) => onChoose({ type: type as ArtifactType | null })}
      />
      <FilterMenu
        name="Conversation"
        value={choice.conversation}
        options={conversations}
        onChoose={(conversation) => onChoose({ conversation })}
      />
      {people.length > 1 && (
        <FilterMenu name="Person" value={choice.by} options={people} onChoose={(by) => onChoose({ by })} />
      )}
      <FilterMenu
        name="Tool"
        value={choice.tool}
        options={tools.map((tool) => ({ id: tool, name: tool }))}
        onChoose={(tool) => onChoose({ tool })}
      />
      <FilterSwitch name="Kept" isOn={choice.kept} onSwitch={(kept) => onChoose({ kept })} />
      <FilterSwitch name="Shared" isOn={choice.shared} onSwitch={(shared) => onChoose({ shared })} />
      <span className="figure" role="status">
        {figure}
        <span className="vh"> in all</span>
      </span>
    </search>
  );
}

function WordsField({ value, onSettled }: { value: string; onSettled: (words: string) => void }) {
  const [words, setWords] = useState(value);
  /** What the address has, or will have soon. */
  const sent = useRef(value);
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    const settled = words.trim();
    if (settled === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = settled;
      latest.current(settled);
    }, restMs);
    return () => clearTimeout(timer);
  }, [words]);
  // The address was changed elsewhere: the filters were cleared, or Back was pressed.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setWords(value);
  }, [value]);
  return (
    <span className="field">
      <Icon of={Search} isSmall />
      <input
        aria-label="Find by name or call"
        placeholder="Find by name or call"
        value={words}
        maxLength={200}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setWords(event.target.value)}
      />
    </span>
  );
}

/** What is set is cleared by a press. */
function FilterMenu(props: {
  name: string;
  value: string | null;
  options: readonly Named[];
  onChoose: (value: string | null) => void;
}) {
  const { name, value, options } = props;
  const own = useRef<HTMLSpanElement>(null);
  const isPressed = useRef(false);
  const onChoose = (next: string | null) => {
    isPressed.current = true;
    props.onChoose(next);
  };
  // The button that was pressed is another one now: the focus goes on to it.
  useEffectOn([value], () => {
    if (isPressed.current) own.current?.querySelector('button')?.focus();
    isPressed.current = false;
  });
  return (
    <span ref={own}>
      {value === null ? (
        <ChoiceMenu
          trigger={
            <>
              {name}
              <Icon of={ChevronDown} isSmall />
            </>
          }
          triggerClassName="btn"
          label={name}
          value=""
          choices={options.map((option) => ({ value: option.id, label: option.name }))}
          onChoose={onChoose}
        />
      ) : (
        <button type="button" className="btn is-set" onClick={() => onChoose(null)}>
          <span className="clip">
            {name}: {options.find(({ id }) => id === value)?.name ?? value}
          </span>
          <Icon of={X} isSmall />
          <span className="vh">, clear</span>
        </button>
      )}
    </span>
  );
}

const FilterSwitch = (props: { name: string; isOn: boolean; onSwitch: (isOn: boolean) => void }) => (
  <button
    type="button"
    className={props.isOn ? 'btn is-set' : 'btn'}
    aria-pressed={props.isOn}
    onClick={() => props.onSwitch(!props.isOn)}
  >
    {props.name}
    {props.isOn && <Icon of={X} isSmall />}
  </button>
);
