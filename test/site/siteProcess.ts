// The server of the site in a process of its own, which lives until the end of the test.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface SiteProcess {
  readonly child: ChildProcess;
  readonly port: number;
  /** Its standard error. */
  readonly complaints: () => string;
}

/** The test that starts it ends it, by SIGTERM. */
export async function startSiteProcess(): Promise<SiteProcess> {
  const program = fileURLToPath(new URL('siteProgram.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`It ended: ${complaints}`)));
  const [port] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  ended.catch(() => {});
  return { child, port: Number(port), complaints: () => complaints };
}
