import { ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import { bytesOf } from './entry.ts';

const usage = /^\s*([\d.,]+[KMGTP]?)\s+(\S.*)$/;
const held = 30;

interface Used {
  path: string;
  size: string;
  bytes: number;
}

/** `du`: the whole, and what takes the most. */
export const summarizeDiskUsage: Summarizer = {
  kind: 'du',
  covers: 'all',
  recognise: ({ programs }) => (programs.some(({ name }) => name === 'du') ? 'named' : null),
  read(): Reader {
    const most: Used[] = [];
    let count = 0;
    let strange = 0;
    let total: Used | null = null;
    return {
      line(text) {
        if (text.trim() === '') return;
        const [, size, path] = usage.exec(text) ?? [];
        const bytes = size === undefined ? null : bytesOf(size);
        if (path === undefined || size === undefined || bytes === null) {
          strange += 1;
          return;
        }
        count += 1;
        const used = { path, size, bytes };
        if (total === null || bytes > total.bytes || path === 'total') total = used;
        most.push(used);
        if (most.length > 4 * held) cutToMost(most);
      },
      finish() {
        if (count === 0 || strange > count / 4) return null;
        cutToMost(most);
        const whole = total;
        const isTotal =
          whole !== null &&
          (whole.path === '.' ||
            whole.path === 'total' ||
            most.every(({ path }) => path === whole.path || path.startsWith(`${whole.path}/`)));
        return {
          kind: 'du',
          verdict: [...(whole && isTotal ? [`${whole.size} in all`] : []), plural(count, 'entry', 'entries')],
          tellsSize: true,
          sections: [
            {
              heading: 'largest:',
              noun: 'entry',
              total: count - (isTotal ? 1 : 0),
              layout: 'list',
              facts: most
                .filter((used) => !isTotal || used !== whole)
                .map(({ path, size }, place) => ({
                  rank: (place < 8 ? ranks.spread : ranks.sample) + place,
                  text: `${path} ${size}`,
                  quotes: [path],
                })),
            },
          ],
          tellsFailure: false,
        };
      },
    };
  },
};

function cutToMost(most: Used[]): void {
  most.sort((a, b) => b.bytes - a.bytes);
  most.length = Math.min(most.length, held);
}
