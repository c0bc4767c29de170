'use client';

import { SunMoon } from 'lucide-react';
import { useState } from 'react';
import { ChoiceMenu } from '../ui/choice-menu.tsx';
import { Icon } from '../ui/icon.tsx';
import type { SessionInfo } from './session-info.ts';

type Theme = SessionInfo['theme'];

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The cookie is what the server renders the next page by; the attribute changes this one at once. */
function applyTheme(theme: Theme): void {
  Object.assign(document, { cookie: `vt_theme=${theme}; path=/; max-age=31536000; samesite=lax` });
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}

export function ThemeMenu({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const choose = (value: Theme) => {
    setTheme(value);
    applyTheme(value);
  };
  return (
    <ChoiceMenu
      label={`Theme: ${theme}`}
      triggerClassName="row"
      trigger={
        <>
          <Icon of={SunMoon} isSmall />
          Theme
          <span className="q">{theme}</span>
        </>
      }
      side="top"
      value={theme}
      choices={themes}
      onChoose={choose}
    />
  );
}
