/** A certificate that a test makes for 127.0.0.1. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly keyFile: string;
  readonly certFile: string;
  readonly pem: string;
  readonly remove: () => void;
}

export function selfSigned(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'redlock-tls-'));
  const keyFile = join(folder, 'key.pem');
  const certFile = join(folder, 'cert.pem');
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile];
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', '-days', '2', ...files, ...names], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openssl: ${stderr}`);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { keyFile, certFile, pem: readFileSync(certFile, 'utf8'), remove };
}
