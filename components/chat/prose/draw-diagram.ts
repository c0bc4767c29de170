import type { Mermaid } from 'mermaid';
import { readColours } from '#components/ui/theme-colours.ts';
import { longestDiagram, maxLinks, whyNotDrawn } from './diagram-bounds.ts';

/** A diagram as an image. */
export interface Drawn {
  url: string;
  width: number;
  height: number;
  alt: string;
}

/** By the names of Mermaid's theme. */
const tokens = {
  background: '--case',
  primaryColor: '--well',
  primaryTextColor: '--ink',
  primaryBorderColor: '--outline',
  secondaryColor: '--raised',
  tertiaryColor: '--reverse',
  lineColor: '--ink-3',
  textColor: '--ink',
  noteBkgColor: '--accent-wash',
  noteTextColor: '--ink',
};

/** Its version: the build copies its files into a folder of this name, so that no bundle of a page or of the server has them. */
export const mermaidVersion = '11.17.2';

const loadMermaid = async (): Promise<Mermaid> =>
  (await import(/* turbopackIgnore: true */ `/_next/static/mermaid-${mermaidVersion}/mermaid.esm.min.mjs`))
    .default;

let count = 0;
let drawing: Promise<unknown> = Promise.resolve();

/**
 * Draws the source of a Mermaid diagram in the colours of an element. One is drawn at a time: its settings are of the page.
 * @returns why it cannot be drawn, in a sentence
 */
export async function drawDiagram(source: string, element: HTMLElement): Promise<Drawn | { fault: string }> {
  // What takes out the settings takes time too.
  const own = source.length > longestDiagram ? source : withoutSettings(source);
  const fault = whyNotDrawn(own);
  if (fault !== null) return { fault };
  const drawn = drawing.then(() => draw(own, element));
  drawing = drawn.catch(() => undefined);
  try {
    return await drawn;
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** @param own a source without settings */
async function draw(own: string, element: HTMLElement): Promise<Drawn> {
  const mermaid = await loadMermaid();
  mermaid.initialize({
    startOnLoad: false,
    suppressErrorRendering: true,
    securityLevel: 'strict',
    htmlLabels: false,
    maxTextSize: 2 * longestDiagram,
    maxEdges: maxLinks,
    // What a source must not change for itself.
    secure: [
      ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering'],
      ...[
        'htmlLabels',
        'themeCSS',
        'theme',
        'themeVariables',
        'fontFamily',
        'altFontFamily',
        'dompurifyConfig',
      ],
    ],
    theme: 'base',
    fontFamily: 'sans-serif',
    themeVariables: readColours(element, tokens),
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, own);
  const { width, height } = sizeOf(svg);
  return {
    url: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withSize(svg, width, height))}`,
    ...{ width, height },
    alt: `Diagram: ${own.trim().split('\n', 1)[0] ?? ''}`,
  };
}

/** As Mermaid reads them. */
const directives = /%{2}\{[\s\S]*?\}%{2}/g;
const tagStart = /(?<!<)<(?!<)(?=[a-z!/?])(?!br\s*\/?>)/gi;

/** A source without settings of its own, and whose labels have no HTML but line breaks: it is drawn on this page. */
export function withoutSettings(source: string): string {
  const rest = withoutFrontMatter(source).replace(directives, '');
  // What is left of two may be one again.
  return rest === source ? source.replace(tagStart, '#lt;') : withoutSettings(rest);
}

/** Between two lines of three dashes, of which the first has nothing before it. */
function withoutFrontMatter(source: string): string {
  const lines = source.split(/\r\n|\n|\r/);
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start === -1 || lines[start]?.trim() !== '---') return source;
  const end = lines.findIndex((line, at) => at > start && line.trim() === '---');
  return end === -1 ? source : lines.slice(end + 1).join('\n');
}

/** As its view box has it: an image has no page to be as wide as. */
function sizeOf(svg: string): { width: number; height: number } {
  const [, width = '600', height = '300'] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}

const withSize = (svg: string, width: number, height: number): string =>
  svg.replace(/^<svg([^>]*)>/, (_, attributes: string) => {
    const others = attributes.replace(/\s(?:width|height|style)="[^"]*"/g, '');
    return `<svg${others} width="${width}" height="${height}">`;
  });
