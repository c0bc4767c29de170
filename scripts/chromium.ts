/** Debian's Chromium, for tests and benches. */
export const chromiumProgram = '/usr/bin/chromium';

/** It may run as root and has no graphics card; what it would ask of the network by itself is switched off. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
