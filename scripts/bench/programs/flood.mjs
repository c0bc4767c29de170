/** Writes lines to standard output at a steady rate: `flood.mjs <megabytes a second> <seconds>`. Runs inside the sandbox. */
const [megabytesPerSecond, seconds] = process.argv.slice(2).map(Number);
const line = `${'0123456789 abcdefghijklmnopqrstuvwxyz '.repeat(3).slice(0, 99)}\n`;
const piece = Buffer.from(line.repeat(10_000));
const startedMs = performance.now();
let written = 0;

function write() {
  const elapsedSeconds = (performance.now() - startedMs) / 1000;
  if (elapsedSeconds >= seconds) return;
  if (written > elapsedSeconds * megabytesPerSecond * 1e6) return setTimeout(write, 1);
  written += piece.length;
  process.stdout.write(piece, write);
}
write();
