import { spawn } from 'node:child_process';
import { limits } from '../core/limits.ts';
import { WorkspaceError } from './workspace-error.ts';

/** The renderer rejected the drawing; any other code means that the renderer itself failed. */
const refusedCode = 3;

/**
 * A drawing of a few hundred bytes can keep the renderer busy for hours, in one call that cannot be
 * interrupted from inside its process. So it runs in a separate process, which is killed on timeout, and
 * which kills itself if the server is gone. It gets no network and no files: a drawing passed as bytes has no
 * base to load anything from.
 */
const program = `
import sharp from 'sharp';
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(process.argv[1])).unref();
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const svg = Buffer.concat(chunks);
const options = { limitInputPixels: ${limits.imagePixels}, failOn: 'error' };
try {
  const { width, height } = await sharp(svg, options).metadata();
  const density = 72 * Math.max(1, ${limits.drawingMinPixels} / Math.max(width, height));
  const size = { width: ${limits.drawingMaxPixels}, height: ${limits.drawingMaxPixels} };
  const png = await sharp(svg, { ...options, density })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();
  process.stdout.write(png);
} catch (error) {
  process.stderr.write(error.message);
  process.exitCode = ${refusedCode};
}
`;

/**
 * Renders an SVG to a PNG of the size it asks for, within the limits.
 * @throws Error with the renderer's message, or `timeout`; WorkspaceError `unavailable`; the signal's reason
 */
export async function rasteriseSvg(svg: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  const timeoutMs = limits.imageTimeoutSeconds * 1_000;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, String(timeoutMs)], {
    // No secret of the server may reach a child process.
    env: {} as NodeJS.ProcessEnv,
    stdio: 'pipe',
  });
  const stop = () => child.kill('SIGKILL');
  const timeout = AbortSignal.timeout(timeoutMs);
  const stopped = AbortSignal.any([timeout, signal]);
  stopped.addEventListener('abort', stop, { once: true });
  try {
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    // A renderer that exits early closes its input: not an error.
    child.stdin.on('error', () => {});
    child.stdin.end(svg);
    const [code, png, complaint] = await Promise.all([exit, readAll(child.stdout), readAll(child.stderr)]);
    signal.throwIfAborted();
    if (code === 0) return png;
    if (timeout.aborted || code === refusedCode) {
      throw new Error(timeout.aborted ? 'timeout' : complaint.toString());
    }
    const words = complaint.toString().trim().slice(0, 500);
    throw new WorkspaceError(
      'unavailable',
      `Drawings cannot be rendered here: ${words || 'the renderer broke off'}`,
    );
  } finally {
    stopped.removeEventListener('abort', stop);
    stop();
  }
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
