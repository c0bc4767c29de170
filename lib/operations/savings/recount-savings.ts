import { dayMs } from '#lib/core/algorithms/utc-days.ts';
import { maxRecountedDays } from '#lib/core/api/recounted.ts';
import type { Difference, Recounted } from '#lib/core/api/recounted-schema.ts';
import { VitrineError } from '#lib/core/errors.ts';
import { callOfAttachment, sourceLabel } from '#lib/core/vocabulary/ledger/attachments.ts';
import type { CallEntry, LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import {
  type DaySums,
  type SumGrouping,
  sumDays,
  sumGroupings,
  sumKeyOf,
  sumNames,
} from '#lib/core/vocabulary/ledger/sums.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import { countTokens } from '#lib/split/count-tokens.ts';
import { wholeTextBytes } from '#lib/split/digest.ts';
import { decodeLineIndex } from '#lib/stores/line-index.ts';
import { decodeText } from '#lib/tools/decode-text.ts';
import { type Hiding, hiddenGroups } from '../artifacts/hidden-groups.ts';

const maxArtifacts = 200;
const maxDifferences = 50;
/** How often sums and entries are read before a difference is reported. */
const maxReadings = 3;

type Needed = Pick<Services, 'stores' | 'config'>;

/**
 * Recomputes a period's figures from the ledger's entries, and the token counts of the latest calls from
 * their stored artifacts and views. Differences are named as the member may see them.
 * @param from the first day
 * @param to the day after the last
 * @throws VitrineError `invalid_request`
 */
export async function recountSavings(
  { stores, config }: Needed,
  member: Member,
  { from, to }: { from: string; to: string },
): Promise<Recounted> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days <= 0) throw new VitrineError('invalid_request', 'from must be before to');
  if (days > maxRecountedDays)
    throw new VitrineError('invalid_request', `Choose at most ${maxRecountedDays} days to count again`);
  const { entries, groups, differences } = await recountSums({ stores, config }, member, { from, to });
  const calls = await recountCalls({ stores }, entries);
  return {
    from,
    to,
    entries: entries.length,
    groups,
    artifacts: calls.counted,
    expired: calls.expired,
    differences: [...differences, ...calls.differences].slice(0, maxDifferences),
  };
}

/**
 * An entry recorded between the two reads looks like a difference, so both are read again; a real difference
 * remains.
 */
async function recountSums(services: Needed, member: Member, { from, to }: { from: string; to: string }) {
  const { ledger } = services.stores;
  const hidings = await Promise.all(sumGroupings.map((groupBy) => hiddenGroups(services, member, groupBy)));
  for (let reading = 1; ; reading += 1) {
    const parts = await Promise.all(sumGroupings.map((groupBy) => ledger.sums(groupBy, from, to)));
    const entries = await ledger.list(`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`);
    const compared = sumGroupings.map((groupBy, at) =>
      compareSums(groupBy, parts[at] ?? [], sumDays(entries, groupBy), hidings[at]),
    );
    const differences = compared.flatMap((one) => one.differences);
    if (differences.length > 0 && reading < maxReadings) continue;
    return { entries, groups: compared.reduce((sum, one) => sum + one.groups, 0), differences };
  }
}

function compareSums(
  groupBy: SumGrouping,
  parts: readonly DaySums[],
  counted: readonly DaySums[],
  hiding: Hiding = () => null,
) {
  const byKey = new Map(parts.map((group) => [sumKeyOf(group), group]));
  const sumsByKey = new Map([...parts, ...counted].map((group) => [sumKeyOf(group), group]));
  const countedByKey = new Map(counted.map((group) => [sumKeyOf(group), group]));
  const differences: Difference[] = [];
  for (const [location, { key, label, day }] of sumsByKey) {
    const subject = `${groupBy} ${hiding(key)?.label ?? label}, ${day}`;
    for (const name of sumNames) {
      const one = byKey.get(location)?.sums[name] ?? 0;
      const other = countedByKey.get(location)?.sums[name] ?? 0;
      if (one !== other) {
        differences.push({ subject, figure: name, stored: one, counted: other });
      }
    }
  }
  return { groups: sumsByKey.size, differences };
}

/**
 * Recounts the latest calls with text from what is stored: the full text, and what the model was sent of it.
 */
async function recountCalls({ stores }: Pick<Services, 'stores'>, entries: readonly LedgerEntry[]) {
  const calls = entries
    .flatMap(sourceOfEntry)
    .filter(({ success, fullTokens, isEstimated }) => success && fullTokens !== null && !isEstimated)
    .slice(-maxArtifacts);
  const differences: Difference[] = [];
  let counted = 0;
  for (const call of calls) {
    const text = await readTexts(stores.artifacts, call);
    if (text === null) continue;
    counted += 1;
    const subject = `${sourceLabel(call.toolName)}, ${call.timestamp}`;
    const full = await countTokens(text.full);
    const sent = await countTokens(text.view);
    if (full !== call.fullTokens) {
      differences.push({ subject, figure: 'fullTokens', stored: call.fullTokens ?? 0, counted: full });
    }
    if (sent !== call.sentTokens) {
      differences.push({ subject, figure: 'sentTokens', stored: call.sentTokens, counted: sent });
    }
  }
  return { counted, expired: calls.length - counted, differences };
}

/** A result, or what a member gave, and the artifact of the text that was sent if that is not its own view. */
interface CountedEntry extends CallEntry {
  artifactId: string;
  textArtifactId: string | null;
}

function sourceOfEntry(entry: LedgerEntry): CountedEntry[] {
  if (entry.kind === 'attachment') {
    const { artifactId, textArtifactId } = entry;
    return [{ ...callOfAttachment(entry), artifactId, textArtifactId }];
  }
  if (entry.kind !== 'call' || entry.artifactId === null) return [];
  return [{ ...entry, artifactId: entry.artifactId, textArtifactId: null }];
}

/** `null`: one of them has expired, or was too long to be counted whole. */
async function readTexts(
  artifacts: Services['stores']['artifacts'],
  { artifactId, textArtifactId }: CountedEntry,
): Promise<{ full: string; view: string } | null> {
  const text = await readText(artifacts, artifactId);
  if (text === null) return null;
  const view = textArtifactId === null ? text.view : (await readText(artifacts, textArtifactId))?.full;
  return view == null ? null : { full: text.full, view };
}

/**
 * The text as the call read it, with terminal output rendered, in any encoding. `null`: it has expired, or
 * was too long to be counted whole.
 */
async function readText(
  artifacts: Services['stores']['artifacts'],
  id: string,
): Promise<{ full: string; view: string | null } | null> {
  const record = await artifacts.get(id);
  if (record?.metadata.state !== 'complete') return null;
  const { byteLength, type } = record.metadata;
  if (byteLength > wholeTextBytes) return null;
  const [bytes, index] = await Promise.all([artifacts.readBytes(id, 0, byteLength), artifacts.readIndex(id)]);
  if (bytes === null || index === null) return null;
  const { text } = await decodeText(bytes, decodeLineIndex(index).encoding, type);
  return { full: text, view: record.assistantView };
}
