import { type ChosenSettings, chosenSettingsSchema } from '../core/vocabulary/team/team-settings.ts';

/**
 * Parses settings as they are stored, each as JSON under its name. They are read several times for each call of a tool,
 * and change a few times a year: as long as they are the same, they are parsed once.
 */
export function createSettingsParser(): (stored: Readonly<Record<string, string>>) => ChosenSettings {
  let last: { text: string; settings: ChosenSettings } | null = null;
  return (stored) => {
    const text = JSON.stringify(stored);
    if (last?.text === text) return last.settings;
    const values = Object.entries(stored).map(([name, value]) => [name, JSON.parse(value)]);
    const settings = Object.freeze(chosenSettingsSchema.parse(Object.fromEntries(values)));
    last = { text, settings };
    return settings;
  };
}
