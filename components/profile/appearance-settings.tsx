'use client';

import { useId, useState } from 'react';
import {
  type DateLocale,
  dateLocales,
  datesCookie,
  parseDateLocale,
} from '#lib/core/vocabulary/profile/date-locales.ts';
import type { Theme } from '#lib/core/vocabulary/profile/theme.ts';
import type { ReadingPreferences } from '#lib/core/vocabulary/reading-preferences.ts';
import { applyTheme, shownTheme } from '../layout/theme.ts';
import { timeFormatsIn } from '../ui/format-time.ts';
import { savePreferences } from '../ui/save-preferences.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { setPageCookie } from '../ui/set-page-cookie.ts';
import { SwitchRow } from '../ui/switch-row.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { setReading, useReading } from '../ui/use-reading.ts';

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/** Switches that are on unless the preference is set, or the other way round. */
const switches: readonly {
  name: keyof ReadingPreferences;
  isOnWhen: boolean;
  label: string;
  note?: string;
}[] = [
  {
    name: 'isKeyless',
    isOnWhen: false,
    label: 'Single-letter shortcuts',
    note: 'J, K, F, S, P outside text fields',
  },
  { name: 'isWrapped', isOnWhen: true, label: 'Wrap long lines in the panel' },
  {
    name: 'isSourceFirst',
    isOnWhen: true,
    label: 'Open artifacts as source',
    note: 'rather than as a tree, a table or files',
  },
  {
    name: 'isRaw',
    isOnWhen: false,
    label: 'Rich formatting in answers',
    note: 'formulas, diagrams, tables one can sort',
  },
  { name: 'isPlain', isOnWhen: false, label: 'Colours in code' },
  { name: 'isUnlinked', isOnWhen: false, label: 'Paths such as cart.mjs:18 are links' },
];

type Save = (saving: ReturnType<typeof savePreferences>) => Promise<void>;

/** How pages look to the member. */
export function AppearanceSettings() {
  const reading = useReading();
  const [error, setError] = useState<string | null>(null);
  const save = async (saving: ReturnType<typeof savePreferences>) => {
    const result = await saving;
    setError(result.ok ? null : `Only this page has changed: ${result.error}`);
  };
  return (
    <>
      <ThemeChoice save={save} />
      <div className="profile-facts">
        <fieldset>
          <legend className="lab">Density</legend>
          <div className="seg">
            {[false, true].map((isCompact) => (
              <button
                key={String(isCompact)}
                type="button"
                aria-pressed={reading.isCompact === isCompact}
                onClick={() => void save(setReading({ isCompact }))}
              >
                {isCompact ? 'Compact' : 'Comfortable'}
              </button>
            ))}
          </div>
        </fieldset>
        <DatesChoice save={save} />
      </div>
      <div className="switch-list">
        {switches.map(({ name, isOnWhen, label, note }) => (
          <SwitchRow
            key={name}
            isOn={reading[name] === isOnWhen}
            label={label}
            note={note}
            onChange={(isOn) => void save(setReading({ [name]: isOn === isOnWhen }))}
          />
        ))}
      </div>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** Known once hydrated: the page's root has it, not its props. */
function ThemeChoice({ save }: { save: Save }) {
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<Theme | null>(null);
  const theme = chosen ?? (isHydrated ? shownTheme() : null);
  const choose = (value: Theme) => {
    setChosen(value);
    void save(applyTheme(value));
  };
  return (
    <fieldset className="themes">
      <legend className="vh">Theme</legend>
      {themes.map(({ value, label }) => (
        <label key={value} className="theme">
          <input
            type="radio"
            name="theme"
            className="vh"
            value={value}
            checked={theme === value}
            onChange={() => choose(value)}
          />
          <span className="theme-sample" data-scheme={value} aria-hidden="true">
            <i />
            <b />
            <b />
            <u />
          </span>
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function DatesChoice({ save }: { save: Save }) {
  const id = useId();
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<DateLocale | null>(null);
  const shown = isHydrated ? parseDateLocale(document.documentElement.dataset.dates) : dateLocales[0];
  const choose = (dates: DateLocale) => {
    setChosen(dates);
    setPageCookie(datesCookie, dates);
    document.documentElement.dataset.dates = dates;
    void save(savePreferences({ dates }));
  };
  return (
    <div>
      <label className="lab" htmlFor={id}>
        Dates and times
      </label>
      <SelectBox
        id={id}
        choices={dateLocales.map((locale) => ({
          value: locale,
          label: isHydrated ? exampleOf(locale) : locale,
        }))}
        value={chosen ?? shown}
        onChange={({ target }) => choose(parseDateLocale(target.value))}
      />
    </div>
  );
}

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** `British English: 29 November 2026, 14:05`. */
const exampleOf = (locale: DateLocale): string =>
  `${languages.of(locale)}: ${timeFormatsIn(locale).full(new Date())}`;
