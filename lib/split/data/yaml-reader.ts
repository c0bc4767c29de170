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

/** Where the reading of a document is. */
interface YamlState {
  readonly sink: ValueSink;
  readonly levels: Level[];
  documentCount: number;
  oddLines: number;
  /** A key or dash that has no value yet. */
  waits: { indent: number } | null;
  /** The current block scalar; more deeply indented lines belong to it. */
  block: { indent: number; isFirst: boolean } | null;
}

/**
 * Reads YAML 1.2 in blocks, line by line, as values: maps, lists, plain and quoted scalars, block scalars
 * (only their first line is passed on), documents. Flow collections count as one scalar, except a list of
 * words. Anchors are not resolved.
 */
export function createYamlReader(sink: ValueSink): YamlReader {
  const yaml: YamlState = {
    sink,
    levels: [],
    documentCount: 0,
    oddLines: 0,
    waits: null,
    block: null,
  };
  return {
    line(text) {
      const content = text.trimStart();
      const indent = text.length - content.length;
      if (content === '') return;
      if (yaml.block) {
        if (indent > yaml.block.indent) {
          if (yaml.block.isFirst) {
            yaml.sink.string(content.slice(0, maxCharacters), content.length);
            yaml.waits = null;
          }
          yaml.block.isFirst = false;
          return;
        }
        yaml.block = null;
      }
      if (startsWith(content, '#')) return;
      if (indent === 0 && startsWith(content, '-.%')) {
        if (/^(?:---|\.\.\.)(?:\s|$)/.test(content)) return endDocument(yaml);
        if (startsWith(content, '%')) return;
      }
      const whole = content.trimEnd();
      if (isItem(whole)) takeItem(yaml, indent, whole);
      else takeContent(yaml, indent, whole, yamlKeyEnd(whole));
    },
    finish() {
      endDocument(yaml);
      return { documentCount: yaml.documentCount, oddLines: yaml.oddLines };
    },
  };
}

function endWaiting(yaml: YamlState): void {
  if (yaml.waits) yaml.sink.literal('null');
  yaml.waits = null;
}

function closeTo(yaml: YamlState, indent: number, isItem: boolean): void {
  for (let top = yaml.levels.at(-1); top; top = yaml.levels.at(-1)) {
    const isOver = top.indent > indent || (top.indent === indent && top.kind === 'array' && !isItem);
    if (!isOver) return;
    endWaiting(yaml);
    yaml.levels.pop();
    yaml.sink.close();
  }
}

function open(yaml: YamlState, indent: number, kind: Level['kind']): boolean {
  if (yaml.levels.length >= deepest) return false;
  yaml.waits = null;
  if (yaml.levels.length === 0) yaml.documentCount += 1;
  yaml.levels.push({ indent, kind });
  if (kind === 'array') yaml.sink.openArray();
  else yaml.sink.openObject();
  return true;
}

function giveScalar(yaml: YamlState, text: string): void {
  const value = startsWith(text, '&!') ? text.replace(tagged, '') : text;
  if (startsWith(value, '|>')) return;
  yaml.waits = null;
  if (startsWith(value, '[') && giveList(yaml, value)) return;
  if (isLiteral(value)) yaml.sink.literal(value === '~' ? 'null' : value);
  else if (startsWith(value, '-0123456789') && /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value))
    yaml.sink.number(value, Number(value));
  else {
    const plain = startsWith(value, '"\'') && value.length > 1 && value.endsWith(value[0] ?? '');
    const inside = plain ? value.slice(1, -1) : value;
    yaml.sink.string(inside.length > maxCharacters ? inside.slice(0, maxCharacters) : inside, inside.length);
  }
}

/** Reads a flow sequence of words: `[a, b]`. */
function giveList(yaml: YamlState, value: string): boolean {
  const list = /^\[([^[\]{}]{0,4000})\]$/.exec(value)?.[1];
  if (list === undefined) return false;
  yaml.sink.openArray();
  for (const item of list.split(',')) if (item.trim() !== '') giveScalar(yaml, item.trim());
  yaml.sink.close();
  return true;
}

function takeContent(yaml: YamlState, indent: number, content: string, end: number): void {
  if (end !== -1) takeKey(yaml, indent, yamlKeyOf(content, end), content.slice(end + 1).trimStart());
  else if (yaml.waits && indent > yaml.waits.indent) giveScalar(yaml, content);
  // A plain scalar may continue on further lines.
  else if (!yaml.levels.some((level) => level.indent < indent)) yaml.oddLines += 1;
}

function takeKey(yaml: YamlState, indent: number, key: string, remaining: string): void {
  closeTo(yaml, indent, false);
  endUnless(yaml, indent);
  const top = yaml.levels.at(-1);
  if (top?.indent !== indent || top.kind !== 'object') {
    if (top && !canOpen(yaml, top, indent)) {
      yaml.oddLines += 1;
      return;
    }
    if (!open(yaml, indent, 'object')) return;
  } else endWaiting(yaml);
  yaml.sink.key(key);
  yaml.waits = { indent };
  const value = withoutComment(remaining);
  if (value === '') return;
  if (startsWith(value, '|>&!') && blockHead.test(value)) yaml.block = { indent, isFirst: true };
  else if (!startsWith(value, '&!') || !/^[&!]\S{0,100}$/.test(value)) giveScalar(yaml, value);
}

/** A pending key only accepts a value that is indented more deeply. */
function endUnless(yaml: YamlState, indent: number): void {
  if (yaml.waits && yaml.waits.indent >= indent) endWaiting(yaml);
}

const canOpen = (yaml: YamlState, top: Level, indent: number): boolean =>
  top.kind === 'array' ? indent > top.indent : yaml.waits !== null && indent > top.indent;

function takeItem(yaml: YamlState, indent: number, content: string): void {
  closeTo(yaml, indent, true);
  const top = yaml.levels.at(-1);
  if (top?.kind === 'array' && top.indent === indent) endWaiting(yaml);
  else if (top && yaml.waits === null) {
    yaml.oddLines += 1;
    return;
  } else if (!open(yaml, indent, 'array')) return;
  const inner = content.slice(1).trimStart();
  const innerIndent = indent + content.length - inner.length;
  yaml.waits = { indent };
  if (inner === '' || inner.startsWith('#')) return;
  const end = yamlKeyEnd(inner);
  if (isItem(inner)) takeItem(yaml, innerIndent, inner);
  else if (end !== -1) takeContent(yaml, innerIndent, inner, end);
  else if (startsWith(inner, '|>') && blockHead.test(inner)) yaml.block = { indent, isFirst: true };
  else giveScalar(yaml, withoutComment(inner));
}

function endDocument(yaml: YamlState): void {
  endWaiting(yaml);
  while (yaml.levels.pop()) yaml.sink.close();
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
