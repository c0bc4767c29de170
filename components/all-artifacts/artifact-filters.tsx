'use client';

import { ChevronDown, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ArtifactType, artifactTypes } from '#lib/core/vocabulary/artifact-types.ts';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { Icon } from '../ui/icon.tsx';
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
  onChoose: (change: Partial<ArtifactChoice>) => void;
}) {
  const { choice, conversations, people, tools, onChoose } = props;
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
  const { name, value, options, onChoose } = props;
  if (value !== null) {
    const label = options.find(({ id }) => id === value)?.name ?? value;
    return <SetFilter name={name} label={label} onClear={() => onChoose(null)} />;
  }
  return (
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
  );
}

const FilterSwitch = (props: { name: string; isOn: boolean; onSwitch: (isOn: boolean) => void }) =>
  props.isOn ? (
    <SetFilter name={props.name} label={null} onClear={() => props.onSwitch(false)} />
  ) : (
    <button type="button" className="btn" onClick={() => props.onSwitch(true)}>
      {props.name}
    </button>
  );

const SetFilter = (props: { name: string; label: string | null; onClear: () => void }) => (
  <button type="button" className="btn is-set" onClick={props.onClear}>
    <span className="clip">{props.label === null ? props.name : `${props.name}: ${props.label}`}</span>
    <Icon of={X} isSmall />
    <span className="vh">, clear</span>
  </button>
);
