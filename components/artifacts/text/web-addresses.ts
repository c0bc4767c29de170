/** Printable ASCII except characters that usually surround an address. */
const address = /https?:\/\/[!#-&(-;=?-_a-z{|}~]+/gi;
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** Characters that would continue the address: then only part of it was matched, and it is not linked. */
const goesOn = /[\p{L}\p{N}\p{M}\p{Cf}]/u;

/** Splits a text at web addresses. `isAddress`: a link to it leads where its text says. */
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

/** Strips punctuation that ends a sentence, and closing brackets without an opening one in the address. */
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

/** Rejects addresses that were cut off, or have user info, which could be mistaken for the host. */
function leadsWhereItSays(known: string, after: string): boolean {
  const url = URL.parse(known);
  return (
    url !== null && url.hostname !== '' && url.username === '' && url.password === '' && !goesOn.test(after)
  );
}
