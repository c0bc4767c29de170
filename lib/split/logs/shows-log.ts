import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';

const viewers = new Set(
  'cat zcat head tail less more grep egrep rg sed awk sort uniq tac journalctl dmesg stern logcat'.split(' '),
);
const passing = new Set('cd cut tr wc tee column'.split(' '));

/** Whether the result is only a log: a file, or the output of a command whose purpose is to show one. */
export function showsLog({ type, programs }: Evidence): boolean {
  if (type === 'file' || type === 'log' || type === 'text') return true;
  return programs.length > 0 && programs.every((program) => passing.has(program.name) || isViewer(program));
}

const isViewer = ({ name, args }: Program): boolean =>
  viewers.has(name) ||
  ((name === 'docker' || name === 'kubectl' || name === 'podman' || name === 'docker-compose') &&
    args.includes('logs'));
