import { visibleName } from '../core/algorithms/text/visible-name.ts';
import type { ResultDescription } from './tool-result.ts';

/** Languages by file extension, with the names that Prism uses. */
const languages: Record<string, string> = {
  bash: 'bash',
  c: 'c',
  cc: 'cpp',
  cjs: 'javascript',
  cpp: 'cpp',
  cs: 'csharp',
  css: 'css',
  diff: 'diff',
  dockerfile: 'docker',
  go: 'go',
  h: 'c',
  hpp: 'cpp',
  html: 'markup',
  ini: 'ini',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsonc: 'json',
  jsx: 'jsx',
  kt: 'kotlin',
  lua: 'lua',
  makefile: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  mts: 'typescript',
  patch: 'diff',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  scss: 'scss',
  sh: 'bash',
  sql: 'sql',
  svg: 'markup',
  swift: 'swift',
  toml: 'toml',
  ts: 'typescript',
  tsx: 'tsx',
  xml: 'markup',
  yaml: 'yaml',
  yml: 'yaml',
};

/**
 * How a file of the workspace is shown. Its MIME type is plain text: a file that was read is never run as a
 * page.
 */
export function describeFile(path: string, firstLine: number, counts: string | null): ResultDescription {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name;
  return {
    type: 'file',
    title: visibleName(path),
    mimeType: 'text/plain',
    language: languages[extension] ?? null,
    files: [visibleName(path)],
    firstLine,
    exitCode: null,
    counts,
  };
}
