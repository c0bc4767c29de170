/** More messages than this in a period, or more frames, and the app is ended: our page would no longer answer. */
const maxMessages = 1_000;
const maxFrames = 20;
const periodMs = 2_000;

/**
 * Watches what a frame and those inside it do to our page. They can send messages to it without end, past the document
 * around them, and open frames in each other.
 * @param onExcess called once, with what they did
 * @returns a function that ends it
 */
export function watchApp(frame: HTMLIFrameElement, onExcess: (what: string) => void): () => void {
  let messages = 0;
  const stop = () => {
    clearInterval(timer);
    window.removeEventListener('message', count);
  };
  const end = (what: string) => {
    stop();
    onExcess(what);
  };
  const count = ({ source, origin }: MessageEvent) => {
    // A frame that is gone by now belongs to nobody: it counts for every app.
    if (origin !== 'null' && !isInside(source, frame.contentWindow)) return;
    messages += 1;
    if (messages > maxMessages) end('it sent too many messages');
  };
  const timer = setInterval(() => {
    messages = 0;
    if (countFrames(frame.contentWindow, maxFrames) > maxFrames) end('it opened too many frames');
  }, periodMs);
  window.addEventListener('message', count);
  return stop;
}

function isInside(source: MessageEventSource | null, outermost: Window | null): boolean {
  if (source === null || outermost === null || source instanceof MessagePort) return false;
  let at = source as Window;
  while (at !== outermost) {
    const { parent } = at;
    if (!parent || parent === at) return false;
    at = parent;
  }
  return true;
}

/** The frames inside a window, at any depth, up to one more than `most`: other origins let them be counted. */
function countFrames(inside: Window | null, most: number): number {
  if (inside === null) return 0;
  let count = 0;
  for (let index = 0; index < inside.length && count <= most; index += 1) {
    count += 1 + countFrames(inside[index] ?? null, most - count - 1);
  }
  return count;
}
