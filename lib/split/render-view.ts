import { type Fact, itemCount, type Section } from './facts.ts';
import { foldPaths } from './fold-paths.ts';
import { plural } from './plural.ts';

/** The lines of a view: its first line, the shown facts by section, findings, and the way back. */
export function renderView(
  firstLine: string,
  sections: readonly Section[],
  shown: ReadonlyMap<Fact, Fact>,
  namesLeftOut: boolean,
  findings: readonly string[],
  wayBack: string,
): string {
  const lines = [firstLine];
  const leftOut = new Map<string, number>();
  for (const section of sections) {
    const facts = section.facts.filter((fact) => shown.has(fact));
    const more = section.noun === null ? 0 : section.total - itemCount(facts);
    const isToldHere = facts.length > 0 && section.countsTogether !== true;
    const counted = more > 0 ? plural(more, `more ${section.noun}`) : null;
    if (facts.length > 0) {
      const texts = facts.map((fact) => (shown.get(fact) ?? fact).text);
      lines.push(...renderSection(section, texts, isToldHere ? counted : null));
    }
    if (counted !== null && !isToldHere && section.noun !== null)
      leftOut.set(section.noun, (leftOut.get(section.noun) ?? 0) + more);
  }
  const counts = [...leftOut].map(([noun, more]) => plural(more, noun));
  if (namesLeftOut && counts.length > 0) lines.push(`not shown: ${counts.join(', ')}`);
  return [...lines, ...findings, wayBack].filter((line) => line !== '').join('\n');
}

function renderSection(
  { heading, layout }: Section,
  texts: readonly string[],
  more: string | null,
): string[] {
  if (layout === 'lines') {
    return [
      ...(heading === null ? [] : [heading]),
      ...texts.map((text) => setIn(text)),
      ...(more === null ? [] : [`… ${more}`]),
    ];
  }
  const items = layout === 'paths' ? foldPaths(texts) : texts;
  const between = layout === 'words' ? ' ' : ', ';
  return [`${heading ?? ''} ${[...items, ...(more === null ? [] : [`… ${more}`])].join(between)}`];
}

const setIn = (text: string): string => text.replaceAll(/^/gm, ' ');
