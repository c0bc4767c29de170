import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';

/** Sizes of the built files, and the line that reports how the build ended. */
export interface BundleFigures {
  line(text: string): void;
  parts(): string[];
  sections(): Section[];
}

interface Asset {
  name: string;
  size: string;
  bytes: number;
}

const units: Record<string, number> = { b: 1, bytes: 1, kb: 1e3, kib: 1024, mb: 1e6, mib: 1024 ** 2 };
const viteAsset = /^(\S{1,300}) +([\d,.]+) (k?B|KiB|kB|MB|MiB|bytes)(?: +│.*)?$/;
const webpackAsset = /^ {0,4}asset (\S{1,300}) ([\d.]+) (bytes|KiB|MiB) /;
const route = /^ ?[┌├└+] (?:[○●ƒλ◐] )?(\/\S{0,200})(?: +([\d.]+) (B|kB|MB)\b.*)?$/;
const ends =
  /^(?:webpack [\d.]+ compiled .*|✓ built in .*|✓ \d+ modules transformed\.| ?✓ Compiled .*|(?:created|built) .* in [\d.]+m?s|\d+ (?:errors?|warnings?)(?: and \d+ errors?)?)$/;
const maxAssets = 2_000;

export function createBundleFigures(): BundleFigures {
  const assets: Asset[] = [];
  const parts: string[] = [];
  let routes = 0;
  return {
    line(text) {
      if (ends.test(text)) {
        if (parts.length < 4) parts.push(text.trim());
        return;
      }
      const routed = text.includes('/') ? route.exec(text) : null;
      if (routed) routes += 1;
      const [, name, amount = '', unit = ''] =
        routed ?? webpackAsset.exec(text) ?? (text.includes('B') ? viteAsset.exec(text) : null) ?? [];
      if (name === undefined || amount === '' || assets.length >= maxAssets) return;
      const bytes = Number(amount.replaceAll(',', '')) * (units[unit.toLowerCase()] ?? 1);
      assets.push({ name, size: `${amount} ${unit}`, bytes });
    },
    parts: () => [...parts, ...(routes > 0 ? [`${figure(routes)} routes`] : [])],
    sections: () => [
      {
        heading: routes > 0 ? 'largest routes:' : 'largest files:',
        noun: routes > 0 ? 'route' : 'file',
        total: assets.length,
        layout: 'list',
        facts: assets
          .toSorted((a, b) => b.bytes - a.bytes)
          .slice(0, 50)
          .map(({ name, size }, index) => ({
            rank: (index < 4 ? ranks.lead : ranks.context) + index / 10,
            text: `${name} ${size}`,
            quotes: [name, size],
          })),
      },
    ],
  };
}
