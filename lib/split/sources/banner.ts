import { type Fact, ranks } from '../facts.ts';
import { quote } from '../quote.ts';

export interface BannerReader {
  line(text: string, number: number): void;
  /** The file's description of itself; empty when its first comment names no version. */
  finish(): Fact[];
}

const linesRead = 15;
const comment = /^\s*(?:\/\*|\/\/|\*|#|--|<!--)/;
/**
 * A name of a few words followed by a version: `Some Library v1.2.3`, `Dumped from database version 15.3`.
 */
const named =
  /^[\p{L}@][\w@./&+-]*(?: +[\w@./&+-]+){0,4}? *(?:[,:-] *)?(?:\bv|\bV|\b[Vv]ersion:? |\b)\d+\.\d+(?:\.\d+)?/u;
const about =
  /^(?:@?licen[cs]e|licensed|copyright|spdx|gnu|apache|mozilla|under|see|this|requires|since|@since)\b/i;

/** Reads a file's opening comment, where it names the file's contents and their version. */
export function createBannerReader(): BannerReader {
  let isOver = false;
  let isBlock = false;
  let found: { text: string; line: number } | null = null;
  return {
    line(text, number) {
      if (isOver || number > linesRead) return;
      const isComment = isBlock || comment.test(text);
      if (!isComment) {
        // Lines that have to come first do not end the opening comment.
        isOver = text.trim() !== '' && !/^(?:@charset|['"]use strict|#!|<\?)/.test(text);
        return;
      }
      isBlock = text.includes('/*') || isBlock ? !text.includes('*/') : false;
      const own = text.replace(/^[\s/*!#<-]+/, '').replace(/\s*(?:\*\/|-->)\s*$/, '');
      if (found === null && !about.test(own) && named.test(own.slice(0, 200)))
        found = { text: quote(own, 80), line: number };
    },
    finish: () =>
      found ? [{ rank: ranks.spread - 1, text: found.text, line: found.line, quotes: [found.text] }] : [],
  };
}
