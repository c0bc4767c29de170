/** One assignment of a settings file. */
export interface Setting {
  /** `[tool.ruff]`; empty before the first table. */
  table: string;
  key: string;
  value: string;
  line: number;
  /** The strings of a list that spans lines. */
  items: string[];
}

export interface SettingReader {
  line(text: string, number: number): void;
  /** Whether an assignment was found. */
  hasFound(): boolean;
  finish(): {
    settings: Setting[];
    settingCount: number;
    tables: { name: string; line: number; isList: boolean }[];
    tableCount: number;
  };
}

const table = /^\s*(\[{1,2})([^\]]+)\]{1,2}\s*(?:[#;].*)?$/;
const setting = /^\s*("[^"]*"|'[^']*'|[\w.:\-/@]+)\s*[=:]\s*(.*)$/;
const bufferedCount = 4_000;
const maxItems = 1_000;

/** Reads TOML, INI and similar formats: tables, keys and lists of strings. */
export function createSettingReader(): SettingReader {
  const settings: Setting[] = [];
  const tables: { name: string; line: number; isList: boolean }[] = [];
  let settingCount = 0;
  let tableCount = 0;
  let name = '';
  let open: Setting | null = null;
  let longText: string | null = null;

  const addItems = (to: Setting, text: string) => {
    for (const match of text.matchAll(/"([^"]*)"|'([^']*)'/g))
      if (to.items.length < maxItems) to.items.push(match[1] ?? match[2] ?? '');
  };
  const closes = (text: string): boolean => /\]\s*(?:#.*)?$/.test(text);
  const readStart = (text: string, line: number) => {
    const [, brackets, named] = table.exec(text) ?? [];
    if (named !== undefined) {
      name = named.trim();
      tableCount += 1;
      if (tables.length < bufferedCount) tables.push({ name, line, isList: brackets === '[[' });
      return;
    }
    const [, key, value] = setting.exec(text) ?? [];
    if (key === undefined || value === undefined) return;
    settingCount += 1;
    const found: Setting = {
      table: name,
      key: key.replaceAll(/^["']|["']$/g, ''),
      value: value.slice(0, 400),
      line,
      items: [],
    };
    if (settings.length < bufferedCount) settings.push(found);
    const [quotes] = /^(?:"""|''')/.exec(value) ?? [];
    if (quotes !== undefined && value.indexOf(quotes, 3) === -1) longText = quotes;
    else if (value.startsWith('[')) {
      addItems(found, value);
      if (!closes(value)) open = found;
    }
  };

  return {
    line(text, number) {
      if (longText !== null) {
        if (text.includes(longText)) longText = null;
      } else if (open) {
        addItems(open, text.replace(/\s#.*$/, ''));
        if (/^\s*\]/.test(text) || (closes(text) && !/^\s*["']/.test(text))) open = null;
        else if (/^\s*\[[\w.]+\]\s*$/.test(text)) open = null;
      } else if (!/^\s*(?:[#;!]|$)/.test(text)) readStart(text, number);
    },
    hasFound: () => settingCount > 0,
    finish: () => ({ settings, settingCount, tables, tableCount }),
  };
}
