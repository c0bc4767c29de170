/**
 * The moment at which a model sent something, written into what it sent, so that whoever receives it knows how long
 * it took: all processes are on one machine, and have one clock.
 */
const ofWords = /@(\d{14})/g;
const ofResult = /"toolCallId":"at_(\d{14})/g;

/** What is measured: words of an answer, or results of calls. */
export type Stamped = 'words' | 'results';

/** In tenths of milliseconds. */
export const stampOfNow = (): number => Math.round((performance.timeOrigin + performance.now()) * 10);

export const stampedWords = (): string => `@${stampOfNow()} and so `;
export const stampedCallId = (number: number): string => `at_${stampOfNow()}_${number}`;

/** @param frame one event of a stream */
export function stampsIn(frame: string, stamped: Stamped): number[] {
  const event = stamped === 'words' ? '"assistant.message_delta"' : '"tool.execution_complete"';
  if (!frame.includes(event)) return [];
  const found = frame.matchAll(stamped === 'words' ? ofWords : ofResult);
  return Array.from(found, ([, moment]) => Number(moment));
}

/** In milliseconds. */
export const delayOf = (stamp: number): number => (stampOfNow() - stamp) / 10;
