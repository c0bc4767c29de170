import type { ValueSink } from './value-sink.ts';
import { yamlKeyEnd, yamlKeyOf } from './yaml-key.ts';

export interface YamlReader {
  line(text: string): void;
  finish(): { documentCount: number; oddLines: number };
}

interface Level {
  indent: number;
  kind: 'object' | 'array';
}

const deepest = 200;
const maxCharacters = 300;
/** Anchors and tags before a value. */
const tagged = /^(?:&\S{1,100}|!\S{0,100})\s+/;
const blockHead = /^(?:[|>][\d+-]{0,2}|(?:&|!)\S{1,100}\s[|>][\d+-]{0,2})$/;

/**
 * Reads YAML 1.2 in blocks, line by line, as values: maps, lists, plain and quoted scalars, block scalars
 * (only their first line is passed on), documents. Flow collections count as one scalar, except a list of
 * words. Anchors are not resolved.
 */
export function createYamlReader(sink: ValueSink): YamlReader {
  const levels: Level[] = [];
  let documentCount = 0;
  let oddLines = 0;
  /** A key or dash that has no value yet. */
  let waits: { indent: number } | null = null;
  /** The current block scalar; more deeply indented lines belong to it. */
  let block: { indent: number; isFirst: boolean } | null = null;

  const endWaiting = () => {
    if (waits) sink.literal('null');
    waits = null;
  };
  const closeTo = (indent: number, isItem: boolean) => {
    for (let top = levels.at(-1); top; top = levels.at(-1)) {
      const isOver = top.indent > indent || (top.indent === indent && top.kind === 'array' && !isItem);
      if (!isOver) return;
      endWaiting();
      levels.pop();
      sink.close();
    }
  };
  const open = (indent: number, kind: Level['kind']): boolean => {
    if (levels.length >= deepest) return false;
    waits = null;
    if (levels.length === 0) documentCount += 1;
    levels.push({ indent, kind });
    if (kind === 'array') sink.openArray();
    else sink.openObject();
    return true;
  };
  const giveScalar = (text: string) => {
    const value = startsWith(text, '&!') ? text.replace(tagged, '') : text;
    if (startsWith(value, '|>')) return;
    waits = null;
    if (startsWith(value, '[') && giveList(value)) return;
    if (isLiteral(value)) sink.literal(value === '~' ? 'null' : value);
    else if (startsWith(value, '-0123456789') && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value))
      sink.number(value, Number(value));
    else {
      const plain = startsWith(value, '"\'') && value.length > 1 && value.endsWith(value[0] ?? '');
      const inside = plain ? value.slice(1, -1) : value;
      sink.string(inside.length > maxCharacters ? inside.slice(0, maxCharacters) : inside, inside.length);
    }
  };
  /** Reads a flow sequence of words: `[a, b]`. */
  const giveList = (value: string): boolean => {
    const list = /^\[([^[\]{}]{0,4000})\]$/.exec(value)?.[1];
    if (list === undefined) return false;
    sink.openArray();
    for (const item of list.split(',')) if (item.trim() !== '') giveScalar(item.trim());
    sink.close();
    return true;
  };
  const takeContent = (indent: number, content: string, end: number): void => {
    if (end !== -1) takeKey(indent, yamlKeyOf(content, end), content.slice(end + 1).trimStart());
    else if (waits && indent > waits.indent) giveScalar(content);
    // A plain scalar may continue on further lines.
    else if (!levels.some((level) => level.indent < indent)) oddLines += 1;
  };
  const takeKey = (indent: number, key: string, remaining: string) => {
    closeTo(indent, false);
    endUnless(indent);
    const top = levels.at(-1);
    if (top?.indent !== indent || top.kind !== 'object') {
      if (top && !canOpen(top, indent)) {
        oddLines += 1;
        return;
      }
      if (!open(indent, 'object')) return;
    } else endWaiting();
    sink.key(key);
    waits = { indent };
    const value = withoutComment(remaining);
    if (value === '') return;
    if (startsWith(value, '|>&!') && blockHead.test(value)) block = { indent, isFirst: true };
    else if (!startsWith(value, '&!') || !/^[&!]\S{0,100}$/.test(value)) giveScalar(value);
  };
  /** A pending key only accepts a value that is indented more deeply. */
  const endUnless = (indent: number) => {
    if (waits && waits.indent >= indent) endWaiting();
  };
  const canOpen = (top: Level, indent: number): boolean =>
    top.kind === 'array' ? indent > top.indent : waits !== null && indent > top.indent;
  const takeItem = (indent: number, content: string) => {
    closeTo(indent, true);
    const top = levels.at(-1);
    if (top?.kind === 'array' && top.indent === indent) endWaiting();
    else if (top && waits === null) {
      oddLines += 1;
      return;
    } else if (!open(indent, 'array')) return;
    const inner = content.slice(1).trimStart();
    const innerIndent = indent + content.length - inner.length;
    waits = { indent };
    if (inner === '' || inner.startsWith('#')) return;
    const end = yamlKeyEnd(inner);
    if (isItem(inner)) takeItem(innerIndent, inner);
    else if (end !== -1) takeContent(innerIndent, inner, end);
    else if (startsWith(inner, '|>') && blockHead.test(inner)) block = { indent, isFirst: true };
    else giveScalar(withoutComment(inner));
  };
  const endDocument = () => {
    endWaiting();
    while (levels.pop()) sink.close();
  };
  return {
    line(text) {
      const content = text.trimStart();
      const indent = text.length - content.length;
      if (content === '') return;
      if (block) {
        if (indent > block.indent) {
          if (block.isFirst) {
            sink.string(content.slice(0, maxCharacters), content.length);
            waits = null;
          }
          block.isFirst = false;
          return;
        }
        block = null;
      }
      if (startsWith(content, '#')) return;
      if (indent === 0 && startsWith(content, '-.%')) {
        if (/^(?:---|\.\.\.)(?:\s|$)/.test(content)) return endDocument();
        if (startsWith(content, '%')) return;
      }
      const whole = content.trimEnd();
      if (isItem(whole)) takeItem(indent, whole);
      else takeContent(indent, whole, yamlKeyEnd(whole));
    },
    finish() {
      endDocument();
      return { documentCount, oddLines };
    },
  };
}

const startsWith = (text: string, any: string): boolean => text !== '' && any.includes(text.charAt(0));

/** `- a`, or a dash alone. */
const isItem = (text: string): boolean =>
  text.charCodeAt(0) === 45 && (text.length === 1 || text.charCodeAt(1) === 32 || text.charCodeAt(1) === 9);

const isLiteral = (text: string): boolean =>
  text.length <= 5 && (text === 'true' || text === 'false' || text === 'null' || text === '~');

/** Removes ` # …` after a value, unless it is in quotes. */
function withoutComment(text: string): string {
  if (!text.includes('#')) return text.trim();
  if (text.startsWith('#')) return '';
  if (/^["']/.test(text)) {
    const end = text.indexOf(text[0] ?? '"', 1);
    return end === -1 ? text.trim() : text.slice(0, end + 1);
  }
  const comment = text.indexOf(' #');
  return (comment === -1 ? text : text.slice(0, comment)).trim();
}
