import { cutText } from '../algorithms/text/cut-text.ts';
import { attachmentMark } from '../vocabulary/attachment-mark.ts';
import { untitled } from '../vocabulary/conversation.ts';

const titleCharacters = 60;
/** Whoever has said nothing by then has pasted something. */
const readCharacters = 2_000;

/** With no more backticks after it: what has them is code within a line. */
const fence = /^\s*(?:```[^`]*|~~~.*)$/;
const lineMarks = /^\s*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+|>\s?)+/;
const emphasis = /(\*\*|__|`{1,3})(?=\S)(.*?\S)\1/g;

/** What is said before the matter itself; in English, other languages are left as they are. */
const preambles = [
  /^@[\p{L}\p{N}._-]+[,:]?\s+/u,
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|ok(?:ay)?|so)(?: (?:there|all|team|everyone|everybody|agent))?\s*[,.!:–-]*\s+/i,
  /^(?:please|pls|kindly),?\s+/i,
  /^(?:can|could|would|will) you(?: please)?(?: help (?:me|us)(?: to)?)?\s+/i,
  /^(?:i|we)(?: would|['’]d)? (?:want|need|like)(?: you)? to\s+/i,
  /^(?:help (?:me|us)(?: to)?|let['’]s|let us)\s+/i,
];

/**
 * A title by rule, where no model makes one: the first sentence of a message's words without greeting and courtesy,
 * cut at a word; of a message without words, its first attachment.
 */
export function titleFromMessage(content: string, attachments: readonly { title: string }[] = []): string {
  const start = cutText(content, readCharacters).replaceAll(new RegExp(attachmentMark, 'g'), '');
  const { words, code } = divide(start);
  const line = firstLine(words) || firstLine(code) || firstLine([start.trim()]);
  const title = firstSentence(withoutPreambles(line)).replace(/[\s.,:;!–-]+$/u, '');
  return cutAtWord(title || line || firstLine([attachments[0]?.title ?? ''])) || untitled;
}

/** A message that is nothing but code is named by its code. */
function divide(text: string): { words: string[]; code: string[] } {
  const parts: { words: string[]; code: string[] } = { words: [], code: [] };
  let isCode = false;
  for (const line of text.split(/\r\n?|\n/)) {
    if (fence.test(line)) isCode = !isCode;
    else parts[isCode ? 'code' : 'words'].push(line);
  }
  return parts;
}

const firstLine = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(lineMarks, '').replaceAll(emphasis, '$2').trim())
    .find((line) => line !== '') ?? '';

function withoutPreambles(line: string): string {
  let words = line;
  for (let before = ''; before !== words; ) {
    before = words;
    for (const preamble of preambles) words = words.replace(preamble, '');
  }
  if (words === line || words === '') return line;
  const [first = ''] = words;
  return first.toLocaleUpperCase('en') + words.slice(first.length);
}

/** A short one says too little by itself: “It fails. …”. */
function firstSentence(text: string): string {
  const end = /(?<=.{16})[.!?](?=\s+\p{Lu})|[。！？]/u.exec(text);
  return end === null ? text : text.slice(0, end.index + (/[?？]/.test(end[0]) ? 1 : 0));
}

/** Cuts a title to what a list shows of it. */
export function cutAtWord(title: string): string {
  if (title.length <= titleCharacters) return title;
  const wordEnd = title.slice(0, titleCharacters).lastIndexOf(' ');
  return `${cutText(title, Math.max(wordEnd, titleCharacters - 20)).trimEnd()}…`;
}
