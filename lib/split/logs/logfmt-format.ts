import { isNoError } from './json-format.ts';
import type { LogFormat } from './log-entry.ts';
import { namedValuesIn } from './named-values.ts';

const timeKeys = ['time', 'ts', 't', 'timestamp', 'at'];
const messageKeys = ['msg', 'message', 'event', 'error', 'err'];
/** Fields that an entry already shows. */
const apart = new Set([
  ...timeKeys,
  ...messageKeys,
  'level',
  'lvl',
  'logger',
  'component',
  'module',
  'service',
  'caller',
]);
export const logfmtStart = /^(?:time|ts|t|timestamp|level|lvl|at|msg|caller|logger)=/;

/** `time=… level=info msg="…" key=value`. `null`: the first lines are not logfmt. */
export function detectLogfmt(lines: readonly string[]): LogFormat | null {
  const matching = lines.filter((line) => logfmtStart.test(line) && /(?:^| )(?:level|lvl)=/.test(line));
  if (matching.length < 2 || matching.length * 2 < lines.length) return null;
  return {
    isLiteral: false,
    fieldsOf: (text) => namedValuesIn(text).filter(([name]) => !apart.has(name)),
    isTimed: matching.some((line) => first(line, timeKeys) !== null),
    parse(text) {
      if (!logfmtStart.test(text)) return null;
      const level = first(text, ['level', 'lvl']);
      if (level === null) return null;
      const message = first(text, messageKeys) ?? text;
      const error = first(text, ['error', 'err']);
      return {
        time: first(text, timeKeys),
        level,
        message: error === null || error === message ? message : `${message}: ${error}`,
        hasError: error !== null && !isNoError.test(error),
        source: first(text, ['logger', 'component', 'module', 'service', 'caller']),
      };
    },
  };
}

const value = /"((?:[^"\\]|\\.)*)"|([^\s"]+)/y;

function first(text: string, keys: readonly string[]): string | null {
  for (const key of keys) {
    const index = text.startsWith(`${key}=`) ? 0 : text.indexOf(` ${key}=`);
    if (index === -1) continue;
    value.lastIndex = index + key.length + (index === 0 && text.startsWith(`${key}=`) ? 1 : 2);
    const [, quoted, bare] = value.exec(text) ?? [];
    const message = quoted ?? bare;
    if (message !== undefined) return message;
  }
  return null;
}
