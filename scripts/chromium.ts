import { existsSync, readFileSync } from 'node:fs';

/**
 * Chromium, for tests and benches. Debian also packages it without a desktop's windows: the same engine with
 * less CPU time.
 */
export const chromiumPackage = isDebian() ? 'chromium-headless-shell' : 'chromium';
export const chromiumProgram = `/usr/bin/${chromiumPackage}`;

/** It may run as root and has no graphics card; its own background network requests are disabled. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isDebian(): boolean {
  const file = '/etc/os-release';
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'));
}
