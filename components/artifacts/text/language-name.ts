/** Display names that are more than the capitalized word. */
const names: Readonly<Record<string, string>> = {
  typescript: 'TypeScript',
  tsx: 'TSX',
  javascript: 'JavaScript',
  jsx: 'JSX',
  json: 'JSON',
  css: 'CSS',
  scss: 'SCSS',
  html: 'HTML',
  xml: 'XML',
  sql: 'SQL',
  yaml: 'YAML',
  toml: 'TOML',
  ini: 'INI',
  php: 'PHP',
  csharp: 'C#',
  cpp: 'C++',
  graphql: 'GraphQL',
};

export const languageName = (language: string | null): string | null =>
  language === null ? null : (names[language.toLowerCase()] ?? language);
