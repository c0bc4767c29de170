import { cutText } from '../core/cut-text.ts';
import type { Fact, Summary } from './facts.ts';
import type { FullResult } from './full-result.ts';
import { plural } from './pack.ts';

const edgeLines = 400;
const lineCharacters = 240;

/**
 * For what no other summarizer knows: how much there is, the first lines and the last. Two lines of the head for one of
 * the tail, since most things say first what they are.
 */
export function summarizePlainly(result: FullResult): Summary {
  const lineCount = result.lineCount ?? 0;
  const { head, tail } = edgesOf(result);
  const tailStart = result.firstLine + lineCount - tail.length;
  const facts: Fact[] = [
    ...head.map((text, place) => factOf(result, text, result.firstLine + place, place + 1)),
    ...tail.map((text, place) => factOf(result, text, tailStart + place, 2 * (tail.length - place))),
  ];
  const amount = result.counts ?? plural(lineCount, 'line');
  const ended = result.outcome === null ? amount : `${result.outcome}, ${amount}`;
  const verdict = `${result.title}: ${ended}`;
  return { summarizer: 'plain', verdict, facts, firstLine: result.firstLine, lineCount };
}

function edgesOf({ whole, head, tail }: FullResult): { head: string[]; tail: string[] } {
  if (whole !== null) {
    const lines = linesOf(whole);
    return {
      head: lines.slice(0, edgeLines),
      tail: lines.slice(Math.max(edgeLines, lines.length - edgeLines)),
    };
  }
  // The edges of a long text end and begin in the middle of a line: that one is no line to show.
  const first = linesOf(head);
  return {
    head: first.slice(0, Math.max(1, Math.min(edgeLines, first.length - 1))),
    tail: linesOf(tail).slice(1).slice(-edgeLines),
  };
}

function factOf({ type, whole }: FullResult, text: string, line: number, rank: number): Fact {
  const rest = text.length - lineCharacters;
  const cut = whole === null ? 'line goes on' : `${rest.toLocaleString('en-US')} more characters`;
  const shown = rest > 0 ? `${cutText(text, lineCharacters)}… (${cut})` : text;
  return { rank, line, text: type === 'file' ? `${line}\t${shown}` : shown };
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
