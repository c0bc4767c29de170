import { holdsWord, wordsOf } from '../marks.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import { methodNames, parseAccessLine } from './access-line.ts';
import { describeAccess } from './describe-access.ts';
import { createAccessReading } from './read-access.ts';
import { showsLog } from './shows-log.ts';

const sampleLines = 100;
const requestWords = wordsOf(...methodNames.map((name) => `${name} `));

/**
 * Access logs of web servers: a file of them has nothing else (`all`), beside other output they are a `part`.
 */
export const accessLog: readonly Summarizer[] = (['all', 'part'] as const).map((covers) => ({
  kind: 'access log',
  covers,
  recognise(evidence) {
    if (covers !== (showsLog(evidence) ? 'all' : 'part') || !looksLikeAccess(evidence)) return null;
    return covers === 'all' ? 'named' : 'marked';
  },
  read() {
    const reading = createAccessReading();
    return {
      line: reading.line,
      finish({ lineCount }) {
        const found = reading.finish();
        return found.count === 0 ? null : describeAccess(found, lineCount);
      },
    };
  },
}));

function looksLikeAccess(evidence: Evidence): boolean {
  const { type, language, head } = evidence;
  if (type === 'matches' || type === 'diff' || type === 'markdown' || type === 'html') return false;
  if (type === 'file' && language !== null) return false;
  if (!holdsWord(evidence, requestWords)) return false;
  const lines = head.split('\n', sampleLines).filter((line) => line.trim() !== '');
  const requests = lines.filter((line) => parseAccessLine(line) !== null);
  return requests.length >= 3 && requests.length * 2 > lines.length;
}
