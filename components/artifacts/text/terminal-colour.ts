import type { TerminalColour, TerminalStyle } from '#lib/core/algorithms/terminal/terminal-style.ts';

/** SGR 30-37 and 90-97, by the tokens that are readable on the case in both themes. */
const named = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const brightBlack = 8;
const namedCount = 16;
const greysFrom = 232;
const cubeLevels = [0, 95, 135, 175, 215, 255] as const;

/**
 * Relative luminance (WCAG 2.2) that gives a contrast of 4.5:1 to `--case` of tokens.css: at most this on the
 * light case, at least the next on the dark one. A test checks both against the token.
 */
const lightestOnLight = 0.183;
const darkestOnDark = 0.216;

const known = new Map<TerminalColour, string>();

/** A terminal colour as CSS: unchanged if it is readable on the case, else the nearest readable one. */
export function readableColour(colour: TerminalColour): string {
  const buffered = known.get(colour);
  if (buffered !== undefined) return buffered;
  const css = cssOf(colour);
  // Bounds the cache: true colours have sixteen million values.
  if (known.size < 4_096) known.set(colour, css);
  return css;
}

function cssOf(colour: TerminalColour): string {
  if (colour === brightBlack) return 'var(--ansi-dim)';
  if (typeof colour === 'number' && colour < namedCount) return `var(--ansi-${named[colour % 8]})`;
  const channels = typeof colour === 'number' ? paletteChannels(colour) : hexChannels(colour);
  const light = channels.map(linear) as Channels;
  return `light-dark(${darkened(light)}, ${lightened(light)})`;
}

type Channels = [red: number, green: number, blue: number];

/** The 6 x 6 x 6 cube and the 24 greys of xterm. */
function paletteChannels(index: number): Channels {
  if (index >= greysFrom) {
    const grey = 8 + 10 * (index - greysFrom);
    return [grey, grey, grey];
  }
  const position = index - namedCount;
  const level = (digit: number) => cubeLevels[digit % 6] ?? 0;
  return [level(Math.floor(position / 36)), level(Math.floor(position / 6)), level(position)];
}

const hexChannels = (hex: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Channels;

const linear = (channel: number): number => {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const encoded = (value: number): number =>
  255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const luminance = ([red, green, blue]: Channels): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function darkened(channels: Channels): string {
  const part = Math.min(1, lightestOnLight / Math.max(luminance(channels), Number.EPSILON));
  return part === 1
    ? toHex(channels, Math.round)
    : toHex(
        channels.map((value) => value * part),
        Math.floor,
      );
}

function lightened(channels: Channels): string {
  const own = luminance(channels);
  if (own >= darkestOnDark) return toHex(channels, Math.round);
  const part = (darkestOnDark - own) / (1 - own);
  return toHex(
    channels.map((value) => value + (1 - value) * part),
    Math.ceil,
  );
}

const toHex = (channels: readonly number[], round: (value: number) => number): string =>
  `#${channels
    .map((value) =>
      Math.min(255, Math.max(0, round(encoded(value))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** A span's style; `null`: plain. On a background the text takes the case's colour: always readable. */
export function runStyleOf(style: TerminalStyle): { className: string; style: RunStyle } | null {
  const { foreground, background, isInverse } = style;
  const paper = isInverse ? (foreground ?? 'ink') : background;
  const ink = paper === null ? foreground : 'case';
  const className = [
    style.isBold ? 'ansi-bold' : '',
    style.isDim && paper === null && foreground === null ? 'ansi-dim' : '',
    style.isItalic ? 'ansi-italic' : '',
    style.isUnderlined ? 'ansi-underlined' : '',
    style.isStruck ? 'ansi-struck' : '',
  ]
    .filter(Boolean)
    .join(' ');
  const look: RunStyle = {
    ...(ink === null ? {} : { color: ink === 'case' ? 'var(--case)' : readableColour(ink) }),
    ...(paper === null ? {} : { backgroundColor: paper === 'ink' ? 'var(--ink)' : readableColour(paper) }),
  };
  return className === '' && ink === null && paper === null ? null : { className, style: look };
}

interface RunStyle {
  color?: string;
  backgroundColor?: string;
}
