/** A screen further behind than this, on opening or in a flood of output, skips ahead to near the end. */
const maxBehindBytes = 256 * 1024;
const retryMs = 1_000;

export interface TerminalFeed {
  /** Reports that the output now has this many bytes. */
  grow: (byteLength: number) => void;
  close: () => void;
}

/** Delivers a terminal's output to a screen as it arrives, in order, one request at a time. */
export function createTerminalFeed(
  fetchFrom: (from: number, signal: AbortSignal) => Promise<Uint8Array | null>,
  screen: { write: (bytes: Uint8Array) => Promise<void>; clear: () => void },
): TerminalFeed {
  const controller = new AbortController();
  let have = 0;
  let total = 0;
  let isAtWork = false;

  async function catchUp(): Promise<void> {
    if (isAtWork) return;
    isAtWork = true;
    while (have < total && !controller.signal.aborted) {
      if (total - have > maxBehindBytes) {
        if (have > 0) screen.clear();
        have = total - maxBehindBytes;
      }
      const bytes = await fetchFrom(have, controller.signal);
      if (controller.signal.aborted) break;
      if (bytes === null || bytes.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        continue;
      }
      have += bytes.length;
      await screen.write(bytes);
    }
    isAtWork = false;
  }
  return {
    grow(byteLength) {
      total = Math.max(total, byteLength);
      void catchUp();
    },
    close: () => controller.abort(),
  };
}
