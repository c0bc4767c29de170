'use client';

import { CaseSensitive, ChevronDown, ChevronUp, Search as SearchIcon, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { limits } from '#lib/core/limits.ts';
import { formatSearch, formatSearchShortly, type SearchState } from './search-state.ts';
import type { Search } from './use-search.ts';

/** The search field, its hit count, and the current hit. */
export function SearchBar({ search, onClose }: { search: Search; onClose: () => void }) {
  const { opened, query, state } = search;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Runs each time the search is opened.
  useEffectOn([opened], () => field.current?.select());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    search.step(event.shiftKey ? -1 : 1);
  };
  return (
    <search className="panel-bar search-bar">
      <Icon of={SearchIcon} isSmall />
      <label className="vh" htmlFor={id}>
        Search in this artifact
      </label>
      <input
        ref={field}
        id={id}
        value={query}
        maxLength={limits.searchCharacters}
        placeholder="Search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className={state?.error ? 'bad' : 'dim'} htmlFor={id}>
        {query !== '' && state && <SearchStatus state={state} search={search} />}
      </output>
      <div className="icon-row">
        <IconButton
          icon={CaseSensitive}
          label="Match case"
          aria-pressed={search.isCaseSensitive}
          onClick={search.toggleCase}
        />
        <IconButton icon={ChevronUp} label="Previous" shortcut="⇧↵" onClick={() => search.step(-1)} />
        <IconButton icon={ChevronDown} label="Next" shortcut="↵" onClick={() => search.step(1)} />
        <IconButton icon={X} label="Close search" className="narrow-only" onClick={onClose} />
      </div>
    </search>
  );
}

/** On a phone the field needs the room. */
function SearchStatus({ state, search }: { state: SearchState; search: Search }) {
  const words = formatSearch(state, search.query.length, search.isGrowing);
  const short = formatSearchShortly(state);
  if (short === words) return words;
  return (
    <>
      <span className="wide-only">{words}</span>
      <span className="narrow-only" title={words}>
        {short}
      </span>
    </>
  );
}
