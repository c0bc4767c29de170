/** An index into the palette of 256, or `#rrggbb`. */
export type TerminalColour = number | `#${string}`;

export interface TerminalStyle {
  foreground: TerminalColour | null;
  background: TerminalColour | null;
  isBold: boolean;
  isDim: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isInverse: boolean;
  isStruck: boolean;
}

/**
 * The style that the next line begins with, as the parameters of the SGR sequence that sets it. `''`: no
 * style.
 */
export type TerminalState = string;

export const plainStyle: TerminalStyle = {
  foreground: null,
  background: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
  isInverse: false,
  isStruck: false,
};

export const isSameStyle = (a: TerminalStyle, b: TerminalStyle): boolean =>
  a === b || formatStyle(a) === formatStyle(b);

const switches: Readonly<Record<number, Partial<TerminalStyle>>> = {
  0: plainStyle,
  1: { isBold: true },
  2: { isDim: true },
  3: { isItalic: true },
  4: { isUnderlined: true },
  7: { isInverse: true },
  9: { isStruck: true },
  21: { isUnderlined: true },
  22: { isBold: false, isDim: false },
  23: { isItalic: false },
  24: { isUnderlined: false },
  27: { isInverse: false },
  29: { isStruck: false },
  39: { foreground: null },
  49: { background: null },
};

/**
 * Applies parameters as in `ESC [ … m`: `1;31`, `38;5;208`, `48:2::255:0:0`. Unknown parameters change
 * nothing.
 */
export function applyStyle(style: TerminalStyle, parameters: string): TerminalStyle {
  const next = { ...style };
  const parts = parameters.split(';');
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    const numbers = part.split(':').map((text) => (text === '' ? 0 : Number(text)));
    const [code = 0] = numbers;
    if (code === 38 || code === 48 || code === 58) {
      const hasColons = part.includes(':');
      const found = hasColons ? colourOfColons(numbers) : colourOfParts(parts, at);
      if (!hasColons) at += found.used;
      if (found.colour !== null && code === 38) next.foreground = found.colour;
      if (found.colour !== null && code === 48) next.background = found.colour;
    } else if (code === 4 && numbers.length > 1) next.isUnderlined = numbers[1] !== 0;
    else if (isWithin(code, 30, 37)) next.foreground = code - 30;
    else if (isWithin(code, 40, 47)) next.background = code - 40;
    else if (isWithin(code, 90, 97)) next.foreground = code - 82;
    else if (isWithin(code, 100, 107)) next.background = code - 92;
    else Object.assign(next, switches[code]);
  }
  return next;
}

interface FoundColour {
  colour: TerminalColour | null;
  /** How many parameters after the first belong to it. */
  used: number;
}

/** `38;5;n` and `38;2;r;g;b`. */
function colourOfParts(parts: readonly string[], at: number): FoundColour {
  const number = (offset: number) => Number(parts[at + offset] || 0);
  const kind = number(1);
  const used = kind === 5 ? 2 : kind === 2 ? 4 : 1;
  if (used === 1 || at + used >= parts.length) return { colour: null, used };
  const colour = kind === 5 ? paletteColour(number(2)) : trueColour([number(2), number(3), number(4)]);
  return { colour, used };
}

/** `38:5:n`, `38:2:r:g:b`, and with a colour space `38:2:s:r:g:b`. */
function colourOfColons(numbers: readonly number[]): FoundColour {
  const kind = numbers[1];
  if (kind === 5) return { colour: paletteColour(numbers[2] ?? 0), used: 0 };
  if (kind !== 2 || numbers.length < 5) return { colour: null, used: 0 };
  return { colour: trueColour(numbers.slice(numbers.length > 5 ? 3 : 2).slice(0, 3)), used: 0 };
}

const paletteColour = (index: number): TerminalColour | null => (isWithin(index, 0, 255) ? index : null);

const trueColour = (channels: readonly number[]): TerminalColour | null =>
  channels.every((channel) => isWithin(channel, 0, 255))
    ? `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    : null;

export function formatStyle(style: TerminalStyle): TerminalState {
  if (style === plainStyle) return '';
  const flags: [boolean, string][] = [
    [style.isBold, '1'],
    [style.isDim, '2'],
    [style.isItalic, '3'],
    [style.isUnderlined, '4'],
    [style.isInverse, '7'],
    [style.isStruck, '9'],
  ];
  return [
    ...flags.flatMap(([isOn, code]) => (isOn ? [code] : [])),
    ...formatColour(38, style.foreground),
    ...formatColour(48, style.background),
  ].join(';');
}

function formatColour(code: number, colour: TerminalColour | null): string[] {
  if (colour === null) return [];
  if (typeof colour === 'number') return [`${code};5;${colour}`];
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [`${code};2;${channels.join(';')}`];
}

const isWithin = (value: number, low: number, high: number): boolean => value >= low && value <= high;
