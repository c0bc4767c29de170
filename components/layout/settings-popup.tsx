'use client';

import { useState } from 'react';
import type { ReadingPreferences } from '#lib/core/vocabulary/reading-preferences.ts';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { setReading, useReading } from '../ui/use-reading.ts';
import type { SidebarDialogProps } from './sidebar-dialog.tsx';
import { applyTheme, shownTheme, type Theme } from './theme.ts';

const themes: readonly Choice<Theme>[] = [
  { value: 'system', label: 'Same as the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const readings: readonly {
  name: keyof ReadingPreferences;
  title: string;
  says?: string;
  off: string;
  on: string;
}[] = [
  { name: 'isCompact', title: 'Density', off: 'Comfortable', on: 'Compact' },
  {
    name: 'isSourceFirst',
    title: 'Open artifacts as',
    says: 'Rich view: a tree, a table or files, where the artifact has one.',
    off: 'Rich view',
    on: 'Source',
  },
  { name: 'isPlain', title: 'Highlighting', off: 'On', on: 'Off' },
  {
    name: 'isWrapped',
    title: 'Long lines',
    says: 'Cards always show only the start of a line.',
    off: 'Scroll',
    on: 'Wrap',
  },
  {
    name: 'isRaw',
    title: 'Rich formatting of answers',
    says: 'Formulas, diagrams, tables one can sort.',
    off: 'On',
    on: 'Off',
  },
  {
    name: 'isUnlinked',
    title: 'Links to files',
    says: 'A path with a line, such as cart.mjs:18, opens the file there.',
    off: 'On',
    on: 'Off',
  },
];

/** The reader's display preferences: stored in this browser, for every conversation and every share. */
export function SettingsPopup(dialog: SidebarDialogProps) {
  const [theme, setTheme] = useState(shownTheme);
  const reading = useReading();
  const chooseTheme = (value: Theme) => {
    setTheme(value);
    applyTheme(value);
  };
  return (
    <DialogPopup {...dialog} title="Settings">
      <div className="in">
        <Setting title="Theme" value={theme} choices={themes} onChoose={chooseTheme} />
        {readings.map(({ name, title, says, off, on }) => (
          <Setting
            key={name}
            title={title}
            says={says}
            value={reading[name] ? 'on' : 'off'}
            choices={[
              { value: 'off', label: off },
              { value: 'on', label: on },
            ]}
            onChoose={(value) => setReading({ ...reading, [name]: value === 'on' })}
          />
        ))}
        <p className="dim small">Saved in this browser.</p>
        <p>
          <PageLink className="link" href="/tokens" onClick={dialog.onClose}>
            API tokens: connect other agents and scripts
          </PageLink>
        </p>
        <p>
          <PageLink className="link" href="/team" onClick={dialog.onClose}>
            Team: how long results last, storage, models
          </PageLink>
        </p>
      </div>
    </DialogPopup>
  );
}

interface Choice<T> {
  value: T;
  label: string;
}

function Setting<T extends string>(props: {
  title: string;
  says?: string | undefined;
  value: T;
  choices: readonly Choice<T>[];
  onChoose: (value: T) => void;
}) {
  return (
    <fieldset>
      <legend>{props.title}</legend>
      <div className="seg wide">
        {props.choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === props.value}
            onClick={() => props.onChoose(value)}
          >
            {label}
          </button>
        ))}
      </div>
      {props.says && <p className="says-small">{props.says}</p>}
    </fieldset>
  );
}
