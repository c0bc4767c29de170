const version = /(?:^|[/v_-])(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?$/;

/**
 * The highest release among names like `v4.21.2`; `null`: fewer than two are versions. Pre-releases do not
 * count.
 */
export function highestVersion(names: readonly string[]): string | null {
  let highest: { name: string; parts: number[] } | null = null;
  let count = 0;
  for (const name of names) {
    const match = version.exec(name.slice(-60));
    if (!match) continue;
    count += 1;
    const parts = match.slice(1, 4).map((part) => Number(part ?? 0));
    if (highest === null || isHigher(parts, highest.parts)) highest = { name, parts };
  }
  return count < 2 ? null : (highest?.name ?? null);
}

function isHigher(parts: readonly number[], than: readonly number[]): boolean {
  const index = parts.findIndex((part, at) => part !== than[at]);
  return index !== -1 && (parts[index] ?? 0) > (than[index] ?? 0);
}
