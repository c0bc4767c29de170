import type { Script } from './openai-server.ts';

/**
 * Asked to `investigate`: reads a small file, then a large one, recalls lines of it and then a word, and answers in its fifth
 * step. Whatever else it is told, it answers at once.
 */
export const recallsWhatItReads: Script = ({ body }) => {
  const messages = body.messages as { role: string; content: unknown }[];
  const sinceAsked = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  if (!JSON.stringify(sinceAsked[0]).includes('investigate')) return { text: 'Noted.' };
  const results = sinceAsked.filter(({ role }) => role === 'tool');
  const artifactId = /art_[a-z2-7]{26}/.exec(JSON.stringify(results[1] ?? ''))?.[0];
  const steps = [
    { name: 'read_file', arguments: { path: 'small.txt' } },
    { name: 'read_file', arguments: { path: 'import.log' } },
    { name: 'recall_output', arguments: { artifactId, lines: '190-200' } },
    { name: 'recall_output', arguments: { artifactId, query: 'batch 62' } },
  ];
  const next = steps[results.length];
  return next ? { toolCalls: [next] } : { text: 'The database refuses connections from batch 62 on.' };
};

/** What it works on. */
export const recalledFiles = {
  'small.txt': 'one line\n',
  'import.log': `${Array.from(
    { length: 4_000 },
    (_, index) =>
      `2026-11-22T10:01:${String(index % 60).padStart(2, '0')}Z info batch ${index + 1} of 4000 written, 500 rows, pool ok\n`,
  ).join('')}2026-11-22T10:09:00Z error connect ECONNREFUSED 10.0.4.12:5432\n`,
};
