import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SelfSigned {
  /** Files. */
  key: string;
  certificate: string;
  /** What a Redis is started with to answer by TLS, on a port beside the plain one. */
  redisSettings(tlsPort: number): [name: string, value: string][];
  remove(): void;
}

/** A certificate of this machine's own address, for two days. */
export function createSelfSigned(): SelfSigned {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-tls-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return {
    key,
    certificate,
    redisSettings: (tlsPort) => [
      ['tls-port', String(tlsPort)],
      ['tls-cert-file', certificate],
      ['tls-key-file', key],
      ['tls-ca-cert-file', certificate],
      ['tls-auth-clients', 'no'],
    ],
    remove: () => rmSync(folder, { recursive: true }),
  };
}
