import type { ValueSink } from './value-sink.ts';

export interface YamlReader {
  line(text: string): void;
  finish(): { documentCount: number; oddLines: number };
}

interface Level {
  indent: number;
  kind: 'object' | 'array';
}

const deepest = 200;
const keyed =
  /^(?:"((?:[^"\\]|\\.){0,300})"|'([^']{0,300})'|([^\s#&*!|>'"%@`{}[\],?:-][^#:]{0,300}|-[^\s#:][^#:]{0,300}))\s{0,20}:(?:\s+|$)/;
const tagged = /^(?:&\S{1,100}|!\S{0,100})\s+/;

/**
 * Reads YAML 1.2 in blocks, line by line, as values: maps, lists, plain and quoted scalars, texts in blocks (their first line
 * stands for them), documents. What is written as in JSON counts as one scalar, but a list of words. Anchors stay what they are.
 */
export function createYamlReader(sink: ValueSink): YamlReader {
  const levels: Level[] = [];
  let documentCount = 0;
  let oddLines = 0;
  /** A key, or a dash, that has no value yet. */
  let waits: { indent: number } | null = null;
  /** Of a text in a block: deeper lines are its. */
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
    const value = text.replace(tagged, '');
    if (/^[|>]/.test(value)) return;
    waits = null;
    const list = /^\[([^[\]{}]{0,4000})\]$/.exec(value)?.[1];
    if (list !== undefined) {
      sink.openArray();
      for (const item of list.split(',')) if (item.trim() !== '') giveScalar(item.trim());
      sink.close();
    } else if (/^(?:true|false|null|~)$/.test(value)) sink.literal(value === '~' ? 'null' : value);
    else if (/^-?\d{1,20}(?:\.\d{1,20})?$/.test(value)) sink.number(value);
    else {
      const plain = /^"(.*)"$/.exec(value)?.[1] ?? /^'(.*)'$/.exec(value)?.[1] ?? value;
      sink.string(plain.slice(0, 300), plain.length);
    }
  };
  const takeContent = (indent: number, content: string): void => {
    const key = keyed.exec(content);
    if (key) takeKey(indent, key, content.slice(key[0].length));
    else if (waits && indent > waits.indent) giveScalar(content);
    // A scalar goes on over lines.
    else if (!levels.some((level) => level.indent < indent)) oddLines += 1;
  };
  const takeKey = (indent: number, key: RegExpExecArray, rest: string) => {
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
    sink.key(key[1] ?? key[2] ?? (key[3] ?? '').trim());
    waits = { indent };
    const value = withoutComment(rest);
    if (/^(?:[|>][\d+-]{0,2}|(?:&|!)\S{1,100}\s[|>][\d+-]{0,2})$/.test(value))
      block = { indent, isFirst: true };
    else if (value !== '' && !/^[&!]\S{0,100}$/.test(value)) giveScalar(value);
  };
  /** What waits takes only what stands deeper. */
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
    if (/^-(?:\s|$)/.test(inner)) takeItem(innerIndent, inner);
    else if (keyed.test(inner)) takeContent(innerIndent, inner);
    else if (/^[|>][\d+-]{0,2}$/.test(inner)) block = { indent, isFirst: true };
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
            sink.string(content.slice(0, 300), content.length);
            waits = null;
          }
          block.isFirst = false;
          return;
        }
        block = null;
      }
      if (content.startsWith('#')) return;
      if (indent === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(content)) return endDocument();
      if (indent === 0 && content.startsWith('%')) return;
      if (/^-(?:\s|$)/.test(content)) takeItem(indent, content.trimEnd());
      else takeContent(indent, content.trimEnd());
    },
    finish() {
      endDocument();
      return { documentCount, oddLines };
    },
  };
}

/** ` # …` behind a value; in quotes it is none. */
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
