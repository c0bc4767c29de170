import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import { delayOf, type Stamped, stampOfNow, stampsIn } from '../load/stamp.ts';

/**
 * Thousands of viewers in one process: each is a connection that reads a stream. Some of them also read what they
 * receive; the others only take it, so that this program needs little of the machine. Asked over its channel.
 */
export type FleetQuestion =
  | { kind: 'open'; viewers: readonly FleetViewer[] }
  /** Measures for a while. */
  | { kind: 'measure'; durationMs: number; stamped: Stamped }
  /** Closes that many of the oldest connections, or all. */
  | { kind: 'close'; count?: number };

export interface FleetViewer {
  port: number;
  path: string;
  cookie: string;
}

export interface FleetAnswer {
  open: number;
  /** Connections that the server refused or closed since the last answer. */
  cut: number;
  /** What was measured; empty for other questions. */
  delays: { count: number; p50Ms: number; p95Ms: number; p99Ms: number };
  /** Events that all viewers received meanwhile, as far as those that were read tell. */
  events: number;
  bytes: number;
}

/** Of this many viewers, the delays are measured. */
const reading = 200;
const openedAtOnce = 40;
const lateMs = 1_000;

interface Viewer {
  socket: Socket;
  isReader: boolean;
  unread: string;
  /** The latest stamp it has seen: a snapshot repeats earlier ones. */
  seen: number;
}

const viewers = new Set<Viewer>();
let cut = 0;
let bytes = 0;
let eventsRead = 0;
let bytesRead = 0;
let delays: number[] = [];
let measured: { stamped: Stamped; untilStamp: number } | null = null;

function readFrames(viewer: Viewer, chunk: Buffer): void {
  bytesRead += chunk.length;
  const frames = (viewer.unread + chunk.toString('latin1')).split('\n\n');
  viewer.unread = frames.pop() ?? '';
  for (const frame of frames) {
    eventsRead += 1;
    if (measured === null) continue;
    for (const stamp of stampsIn(frame, measured.stamped)) {
      if (stamp <= viewer.seen || stamp > measured.untilStamp) continue;
      viewer.seen = stamp;
      delays.push(delayOf(stamp));
    }
  }
}

async function openOne({ port, path, cookie }: FleetViewer, isReader: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const viewer: Viewer = { socket, isReader, unread: '', seen: 0 };
  viewers.add(viewer);
  let isAnswered = false;
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      if (!isAnswered && !chunk.toString('latin1').startsWith('HTTP/1.1 200')) socket.destroy();
      isAnswered = true;
      resolve();
      bytes += chunk.length;
      if (viewer.isReader) readFrames(viewer, chunk);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      if (viewers.delete(viewer)) cut += 1;
      resolve();
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`,
    );
  });
}

/** One of so many on average, by a multiplier without a pattern in common with the order of viewers (Knuth). */
const isDrawn = (index: number, every: number): boolean =>
  Math.floor((((index + 1) * 2_654_435_761) % 2 ** 32) / 65_536) % every === 0;

async function openAll(wanted: readonly FleetViewer[]): Promise<void> {
  // Spread over all conversations and servers, which viewers have in turn.
  const every = Math.max(1, Math.round((viewers.size + wanted.length) / reading));
  for (let at = 0; at < wanted.length; at += openedAtOnce) {
    const group = wanted.slice(at, at + openedAtOnce);
    await Promise.all(group.map((viewer, index) => openOne(viewer, isDrawn(at + index, every))));
  }
}

function close(count: number): void {
  for (const viewer of [...viewers].slice(0, count)) {
    viewers.delete(viewer);
    viewer.socket.destroy();
  }
}

async function measure(durationMs: number, stamped: Stamped): Promise<FleetAnswer> {
  [bytes, bytesRead, eventsRead, delays] = [0, 0, 0, []];
  // What was on the way before is not counted.
  for (const viewer of viewers) viewer.seen = stampOfNow();
  measured = { stamped, untilStamp: stampOfNow() + durationMs * 10 };
  await sleep(durationMs);
  const events = bytesRead === 0 ? 0 : Math.round((eventsRead * bytes) / bytesRead);
  // What was sent meanwhile counts too if it comes late.
  await sleep(lateMs);
  measured = null;
  return answer(events);
}

function answer(events = 0): FleetAnswer {
  const answered: FleetAnswer = {
    ...{ open: viewers.size, cut, events, bytes },
    delays: {
      count: delays.length,
      p50Ms: quantile(delays, 0.5),
      p95Ms: quantile(delays, 0.95),
      p99Ms: quantile(delays, 0.99),
    },
  };
  cut = 0;
  return answered;
}

process.on('message', async (question: FleetQuestion) => {
  if (question.kind === 'open') await openAll(question.viewers);
  if (question.kind === 'close') close(question.count ?? viewers.size);
  const isMeasured = question.kind === 'measure';
  process.send?.(isMeasured ? await measure(question.durationMs, question.stamped) : answer());
});
console.log('ready.');
