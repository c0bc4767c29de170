/** Printable ASCII but for what stands around an address. */
const address = /https?:\/\/[!#-&(-;=?-_a-z{|}~]+/gi;
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** What the next characters may be: otherwise only part of the address would be told. */
const goesOn = /[\p{L}\p{N}\p{M}\p{Cf}]/u;

/** A text, cut where addresses of the web stand in it as they would be typed. `isAddress`: it leads where it says. */
export function cutAtAddresses(text: string): { text: string; isAddress: boolean }[] {
  if (!text.includes('://')) return [{ text, isAddress: false }];
  const parts: { text: string; isAddress: boolean }[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const known = withoutEnd(found);
    if (!leadsWhereItSays(known, text.slice(index + known.length, index + known.length + 2))) continue;
    if (index > from) parts.push({ text: text.slice(from, index), isAddress: false });
    parts.push({ text: known, isAddress: true });
    from = index + known.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), isAddress: false });
  return parts;
}

/** Marks that end a sentence, and brackets that begin before it, are no part of it. */
function withoutEnd(found: string): string {
  const counts: Record<string, number> = {};
  for (const [bracket] of found.matchAll(/[()[\]{}]/g)) counts[bracket] = (counts[bracket] ?? 0) + 1;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1);
    const opens = closing[last];
    if (opens === undefined) {
      if (!/[.,;:!?*_~|]/.test(last)) break;
      continue;
    }
    const closes = counts[last] ?? 0;
    if ((counts[opens] ?? 0) >= closes) break;
    counts[last] = closes - 1;
  }
  return found.slice(0, end);
}

/** A name before the host could be taken for it. */
function leadsWhereItSays(known: string, after: string): boolean {
  const url = URL.parse(known);
  return (
    url !== null && url.hostname !== '' && url.username === '' && url.password === '' && !goesOn.test(after)
  );
}
