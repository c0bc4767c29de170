import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import { describeEntries } from './describe-entries.ts';
import { detectLog } from './detect-log.ts';
import type { LogFormat } from './log-entry.ts';
import { createEntryReading } from './read-entries.ts';
import { showsLog } from './shows-log.ts';

/**
 * Logs of programs in any common layout. A file or a command that shows a log has nothing else (`all`); a log
 * beside other output is a `part`; levels without times, as many programs print them, are used when nothing
 * else is found (`rest`).
 */
export const appLog: readonly Summarizer[] = (['all', 'part', 'rest'] as const).map((covers) => ({
  kind: 'log',
  covers,
  recognise(evidence) {
    const format = detectLog(evidence);
    if (!format || covers !== coverageOf(evidence, format)) return null;
    return covers === 'all' ? 'named' : 'marked';
  },
  read: (evidence) => readLog(evidence),
}));

function coverageOf(evidence: Evidence, { isTimed }: LogFormat): Summarizer['covers'] {
  if (showsLog(evidence)) return 'all';
  return isTimed ? 'part' : 'rest';
}

function readLog(evidence: Evidence): Reader {
  const format = detectLog(evidence);
  if (!format) return { finish: () => null };
  const reading = createEntryReading(format);
  return {
    line: reading.line,
    finish({ exitCode }) {
      const found = reading.finish();
      return found.count === 0 ? null : describeEntries('log', found, exitCode);
    },
  };
}
