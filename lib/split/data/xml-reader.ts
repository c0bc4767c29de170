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

/** Where the reading of a document is. */
interface XmlState {
  readonly sink: ValueSink;
  readonly open: OpenElement[];
  remaining: string;
  rootName: string | null;
  elementCount: number;
  isBroken: boolean;
  /** The terminator of the current comment, instruction or CDATA section. */
  until: string | null;
}

/**
 * Streams XML 1.0 as values: an element with attributes or child elements is an object, one with only text is
 * a string; where its only attribute is a name, that is the key. Elements with the same name share a key.
 * Entities other than XML's five and characters by number are left undecoded.
 */
export function createXmlReader(sink: ValueSink): XmlReader {
  const xml: XmlState = {
    sink,
    open: [],
    remaining: '',
    rootName: null,
    elementCount: 0,
    isBroken: false,
    until: null,
  };
  return {
    push(piece) {
      for (let from = 0; from < piece.length && !xml.isBroken; from += blockCharacters) {
        scan(xml, copyString(xml.remaining + piece.slice(from, from + blockCharacters)));
      }
    },
    finish() {
      const state = xml.isBroken
        ? 'broken'
        : xml.open.length > 0 || xml.remaining.trim() !== ''
          ? 'unfinished'
          : 'whole';
      while (xml.open.length > 0) {
        if (xml.open.pop()?.isObject) xml.sink.close();
      }
      return { state, rootName: xml.rootName, elementCount: xml.elementCount };
    },
  };
}

function giveParent(xml: XmlState): void {
  const top = xml.open.at(-1);
  if (!top || top.isObject) return;
  top.isObject = true;
  if (xml.open.length > 1) xml.sink.key(top.name);
  xml.sink.openObject();
  if (top.label === null) return;
  xml.sink.key('name');
  xml.sink.string(top.label, top.label.length);
}

function begin(xml: XmlState, tag: string): void {
  const name = nameOfTag(tag);
  giveParent(xml);
  xml.rootName ??= name;
  xml.elementCount += 1;
  if (xml.open.length >= deepest) {
    fail(xml);
    return;
  }
  const label = tag.length > name.length ? labelled.exec(tag) : null;
  xml.open.push({
    name: copyString(name),
    isObject: false,
    text: '',
    label: label ? decodeEntities(label[1] ?? '') : null,
  });
  for (const { key, value } of label || tag.length === name.length ? [] : attributesOf(tag, name.length)) {
    giveParent(xml);
    xml.sink.key(key);
    xml.sink.string(value.slice(0, longestText), value.length);
  }
  if (tag.endsWith('/')) end(xml, name);
}

function fail(xml: XmlState): void {
  xml.isBroken = true;
}

function end(xml: XmlState, name: string): void {
  const top = xml.open.at(-1);
  if (!top || top.name !== name.slice(0, 200).trim()) {
    fail(xml);
    return;
  }
  const text = textOf(top);
  // A name without a text labels nothing.
  if (top.label !== null && text === '') giveParent(xml);
  if (!top.isObject) {
    if (xml.open.length > 1) xml.sink.key(top.label ?? top.name);
    giveText(xml, text);
  } else {
    if (text !== '') {
      xml.sink.key('text');
      xml.sink.string(text, text.length);
    }
    xml.sink.close();
  }
  xml.open.pop();
}

function giveText(xml: XmlState, text: string): void {
  if (mayBeNumber(text.charCodeAt(0)) && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text))
    xml.sink.number(text, Number(text));
  else xml.sink.string(text, text.length);
}

function addText(xml: XmlState, text: string): void {
  const top = xml.open.at(-1);
  if (top && top.text.length < longestText) top.text += text.slice(0, longestText - top.text.length);
}

function takeTag(xml: XmlState, tag: string): void {
  if (tag.startsWith('/')) end(xml, tag.slice(1));
  else if (/^[A-Za-z_:]/.test(tag)) begin(xml, tag);
  else if (!/^[!?]/.test(tag)) fail(xml);
}

/** @returns where to continue; `null`: more text is needed */
function takeMark(xml: XmlState, text: string, start: number): number | null {
  const next = text.charCodeAt(start + 1);
  const isElement = next !== 33 && next !== 63;
  const opener = isElement ? undefined : openers.find(({ start: mark }) => text.startsWith(mark, start));
  if (opener) {
    xml.until = opener.end;
    return start + opener.start.length;
  }
  if (text.length - start < 9 && next === 33) return null;
  const close = tagEnd(text, start);
  if (close === -1) {
    if (text.length - start > longestTag) fail(xml);
    return null;
  }
  takeTag(xml, text.slice(start + 1, close));
  return close + 1;
}

function skip(xml: XmlState, text: string, from: number): number | null {
  const mark = xml.until ?? '';
  const index = text.indexOf(mark, from);
  const isData = mark === ']]>';
  if (index === -1) {
    const keep = Math.max(from, text.length - mark.length + 1);
    if (isData) addText(xml, text.slice(from, keep));
    xml.remaining = text.slice(keep);
    return null;
  }
  if (isData) addText(xml, text.slice(from, index));
  xml.until = null;
  return index + mark.length;
}

function scan(xml: XmlState, text: string): void {
  let offset = 0;
  while (offset < text.length && !xml.isBroken) {
    if (xml.until !== null) {
      const next = skip(xml, text, offset);
      if (next === null) return;
      offset = next;
      continue;
    }
    const start = text.indexOf('<', offset);
    addText(xml, text.slice(offset, start === -1 ? text.length : start));
    if (start === -1) break;
    const next = takeMark(xml, text, start);
    if (next === null) {
      xml.remaining = text.slice(start);
      return;
    }
    offset = next;
  }
  xml.remaining = '';
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
