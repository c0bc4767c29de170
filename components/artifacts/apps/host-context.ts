import type { McpUiHostContext, McpUiStyles } from '@modelcontextprotocol/ext-apps/app-bridge';
import { readColours } from '#components/ui/theme-colours.ts';

export type AppMode = 'inline' | 'fullscreen';

/** The tallest that an app is on a card; it can scroll inside, or be opened large. */
export const maxHeightPx = 720;

type Tokens = Partial<Record<keyof McpUiStyles, string>>;
/** Our tokens under the protocol's names for them. */
const colours: Tokens = {
  '--color-background-primary': '--case',
  '--color-background-secondary': '--wall',
  '--color-background-tertiary': '--well',
  '--color-background-info': '--accent-wash',
  '--color-background-danger': '--bad-wash',
  '--color-background-success': '--good-wash',
  '--color-background-warning': '--warn-wash',
  '--color-text-primary': '--ink',
  '--color-text-secondary': '--ink-2',
  '--color-text-tertiary': '--ink-3',
  '--color-text-disabled': '--ink-disabled',
  '--color-text-info': '--accent',
  '--color-text-danger': '--bad',
  '--color-text-success': '--good',
  '--color-text-warning': '--warn',
  '--color-border-primary': '--hairline',
  '--color-border-secondary': '--hairline-strong',
  '--color-border-danger': '--bad-line',
  '--color-border-warning': '--warn-line',
  '--color-ring-primary': '--accent',
};
const others: Tokens = {
  '--font-sans': '--font-ui',
  '--font-mono': '--font-code',
  '--border-radius-sm': '--r-mark',
  '--border-radius-md': '--r-control',
  '--border-radius-lg': '--r-case',
};

/** What an app can know of the page around it. */
export function hostContext(frame: HTMLIFrameElement, mode: AppMode): McpUiHostContext {
  const { width, height } = frame.getBoundingClientRect();
  return {
    theme: isDark() ? 'dark' : 'light',
    styles: { variables: readStyles() as McpUiStyles },
    displayMode: mode,
    availableDisplayModes: ['inline', 'fullscreen'],
    containerDimensions:
      mode === 'inline'
        ? { width: Math.round(width), maxHeight: maxHeightPx }
        : { width: Math.round(width), height: Math.round(height) },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: 'web',
  };
}

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

function readStyles(): Partial<McpUiStyles> {
  const style = getComputedStyle(document.documentElement);
  const values: Partial<McpUiStyles> = readColours(document.body, colours);
  for (const [name, token] of Object.entries(others)) {
    values[name as keyof McpUiStyles] = style.getPropertyValue(token).trim();
  }
  return values;
}
