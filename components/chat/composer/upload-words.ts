import { type DraftAttachment, wordsOfAttachment } from '#components/artifacts/cards/draft-attachment.ts';
import { formatFullTokens } from '#components/artifacts/cards/format-full-tokens.ts';
import { formatDimensions } from '#components/artifacts/viewers/image/image-size.ts';
import { formatCount } from '#components/ui/format-number.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { PendingUpload } from './upload-queue.ts';

/** `5.0 MB · 1,841,206 → 164 tokens`, `1,920 × 1,080 · 212 KB`, `L40–L62 · 12 tokens`. */
export function costOfAttachment(attachment: DraftAttachment): string {
  const { upload, tokens } = attachment;
  if (!upload) return wordsOfAttachment(attachment);
  const size = formatBytes(upload.byteLength);
  if (upload.dimensions) return `${formatDimensions(upload.dimensions)} · ${size}`;
  const sent = formatCount(tokens, 'token');
  if (upload.tokens === null) return `${size} · ${sent}`;
  const full = formatFullTokens({ fullTokens: upload.tokens, fullTokensEstimated: upload.isEstimated });
  return `${size} · ${upload.tokens <= tokens ? sent : `${full} → ${sent}`}`;
}

/** `31 of 48 MB · 9 s left`, `waits`, `being read`. */
export function progressOfUpload(
  { file, workspaceUrl, sentBytes, startedMs, error }: PendingUpload,
  nowMs: number,
): string {
  if (error !== null) return error;
  if (workspaceUrl !== undefined) return 'from the workspace';
  if (startedMs === null) return `${formatBytes(file.size)} · waits`;
  if (sentBytes >= file.size && file.size > 0) return `${formatBytes(file.size)} · being read`;
  const seconds = secondsLeft(file.size, sentBytes, nowMs - startedMs);
  const left = seconds === null ? '' : ` · ${seconds} s left`;
  return `${formatBytes(sentBytes)} of ${formatBytes(file.size)}${left}`;
}

/** By the speed until now; `null`: it is too early to tell. */
const secondsLeft = (byteLength: number, sentBytes: number, elapsedMs: number): number | null =>
  sentBytes === 0 || elapsedMs < 1_000
    ? null
    : Math.ceil((((byteLength - sentBytes) / sentBytes) * elapsedMs) / 1_000);
