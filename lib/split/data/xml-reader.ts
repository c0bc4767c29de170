import { copyString } from '../copy-string.ts';
import type { ValueSink } from './value-sink.ts';
import { attributesOf, decodeEntities, nameOfTag, tagEnd } from './xml-tag.ts';

export interface XmlEnd {
  /** `broken`: an end tag without its start, or a malformed tag. */
  state: 'whole' | 'unfinished' | 'broken';
  rootName: string | null;
  elementCount: number;
}

export interface XmlReader {
  push(piece: string): void;
  finish(): XmlEnd;
}

interface OpenElement {
  name: string;
  /** Whether it was opened as an object, because it has attributes or child elements. */
  isObject: boolean;
  text: string;
  /** Its only attribute, if that is a name: it labels the text. */
  label: string | null;
}

/** `<field name="price">`. */
const labelled = /^[\w:.-]{1,100}\s{1,9}(?:name|key)\s?=\s?"([^"]{1,100})"\s?$/;
const deepest = 2_000;
const longestTag = 32 * 1024;
const longestText = 300;

/**
 * Streams XML 1.0 as values: an element with attributes or child elements is an object, one with only text is
 * a string; where its only attribute is a name, that is the key. Elements with the same name share a key.
 * Entities other than XML's five and characters by number are left undecoded.
 */
export function createXmlReader(sink: ValueSink): XmlReader {
  const open: OpenElement[] = [];
  let remaining = '';
  let rootName: string | null = null;
  let elementCount = 0;
  let isBroken = false;
  /** The terminator of the current comment, instruction or CDATA section. */
  let until: string | null = null;

  const giveParent = () => {
    const top = open.at(-1);
    if (!top || top.isObject) return;
    top.isObject = true;
    if (open.length > 1) sink.key(top.name);
    sink.openObject();
    if (top.label === null) return;
    sink.key('name');
    sink.string(top.label, top.label.length);
  };
  const begin = (tag: string) => {
    const name = nameOfTag(tag);
    giveParent();
    rootName ??= name;
    elementCount += 1;
    if (open.length >= deepest) return fail();
    const label = tag.length > name.length ? labelled.exec(tag) : null;
    open.push({
      name: copyString(name),
      isObject: false,
      text: '',
      label: label ? decodeEntities(label[1] ?? '') : null,
    });
    for (const { key, value } of label || tag.length === name.length ? [] : attributesOf(tag, name.length)) {
      giveParent();
      sink.key(key);
      sink.string(value.slice(0, longestText), value.length);
    }
    if (tag.endsWith('/')) end(name);
  };
  const fail = () => {
    isBroken = true;
  };
  const end = (name: string) => {
    const top = open.at(-1);
    if (!top || top.name !== name.slice(0, 200).trim()) return fail();
    const text = textOf(top);
    // A name without a text labels nothing.
    if (top.label !== null && text === '') giveParent();
    if (!top.isObject) {
      if (open.length > 1) sink.key(top.label ?? top.name);
      giveText(text);
    } else {
      if (text !== '') {
        sink.key('text');
        sink.string(text, text.length);
      }
      sink.close();
    }
    open.pop();
  };
  const giveText = (text: string) => {
    if (mayBeNumber(text.charCodeAt(0)) && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text))
      sink.number(text, Number(text));
    else sink.string(text, text.length);
  };
  const addText = (text: string) => {
    const top = open.at(-1);
    if (top && top.text.length < longestText) top.text += text.slice(0, longestText - top.text.length);
  };
  const takeTag = (tag: string) => {
    if (tag.startsWith('/')) end(tag.slice(1));
    else if (/^[A-Za-z_:]/.test(tag)) begin(tag);
    else if (!/^[!?]/.test(tag)) fail();
  };
  /** @returns where to continue; `null`: more text is needed */
  const takeMark = (text: string, start: number): number | null => {
    const next = text.charCodeAt(start + 1);
    const isElement = next !== 33 && next !== 63;
    const opener = isElement ? undefined : openers.find(({ start: mark }) => text.startsWith(mark, start));
    if (opener) {
      until = opener.end;
      return start + opener.start.length;
    }
    if (text.length - start < 9 && next === 33) return null;
    const close = tagEnd(text, start);
    if (close === -1) {
      if (text.length - start > longestTag) fail();
      return null;
    }
    takeTag(text.slice(start + 1, close));
    return close + 1;
  };
  const skip = (text: string, from: number): number | null => {
    const mark = until ?? '';
    const index = text.indexOf(mark, from);
    const isData = mark === ']]>';
    if (index === -1) {
      const keep = Math.max(from, text.length - mark.length + 1);
      if (isData) addText(text.slice(from, keep));
      remaining = text.slice(keep);
      return null;
    }
    if (isData) addText(text.slice(from, index));
    until = null;
    return index + mark.length;
  };
  const scan = (text: string) => {
    let offset = 0;
    while (offset < text.length && !isBroken) {
      if (until !== null) {
        const next = skip(text, offset);
        if (next === null) return;
        offset = next;
        continue;
      }
      const start = text.indexOf('<', offset);
      addText(text.slice(offset, start === -1 ? text.length : start));
      if (start === -1) break;
      const next = takeMark(text, start);
      if (next === null) {
        remaining = text.slice(start);
        return;
      }
      offset = next;
    }
    remaining = '';
  };
  return {
    push(piece) {
      for (let from = 0; from < piece.length && !isBroken; from += blockCharacters) {
        scan(copyString(remaining + piece.slice(from, from + blockCharacters)));
      }
    },
    finish() {
      const state = isBroken ? 'broken' : open.length > 0 || remaining.trim() !== '' ? 'unfinished' : 'whole';
      while (open.length > 0) {
        if (open.pop()?.isObject) sink.close();
      }
      return { state, rootName, elementCount };
    },
  };
}

const mayBeNumber = (code: number): boolean => code === 45 || (code >= 48 && code <= 57);

/** The element's text with runs of white space collapsed to one blank. */
function textOf({ text }: OpenElement): string {
  const trimmed = text.trim();
  return trimmed === ''
    ? ''
    : decodeEntities(/\s\s|[\t\n\r]/.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed);
}

const blockCharacters = 16 * 1024;

const openers = [
  { start: '<!--', end: '-->' },
  { start: '<![CDATA[', end: ']]>' },
  { start: '<?', end: '?>' },
] as const;
