import { readdirSync, readFileSync } from 'node:fs';

/** Command lines of running processes, this one left out, that contain a text. */
export const commandsWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // It has ended since the folder was read.
        return [];
      }
    })
    .filter((command) => command.includes(text));
