// The image of the Dockerfile, where Docker is: BuildKit's own checks, and what a person sees who starts it.
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { needs } from '../support/needs';

const image = `redlock-playground-test:${process.pid}`;

function docker(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('docker', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`docker ${args.join(' ')}: ${stdout}${stderr}`);
  return `${stdout}${stderr}`.trim();
}

describe('the image', needs('docker'), () => {
  let container = '';
  beforeAll(() => {
    docker('build', '--tag', image, '.');
    container = docker('run', '--detach', '--init', '--publish', '127.0.0.1::5180', image);
  }, 1_500_000);
  afterAll(() => {
    for (const args of [
      ['rm', '--force', container],
      ['image', 'rm', '--force', image],
    ])
      spawnSync('docker', args);
  });

  const stateOf = (field: string) => docker('inspect', '--format', `{{${field}}}`, container);

  test('is built from a file in which BuildKit finds nothing', () => {
    expect(docker('build', '--check', '.')).toContain('no warnings found');
  });

  test('says that it works', async () => {
    await expect.poll(() => stateOf('.State.Health.Status'), { timeout: 90_000, interval: 1000 }).toBe('healthy');
  }, 120_000);

  test('runs as an ordinary user, who cannot change the program', () => {
    expect(docker('exec', container, 'id', '-un')).toBe('node');
    expect(() => docker('exec', container, 'touch', '/playground/lib/cli.js')).toThrow('Permission denied');
  });

  test('serves the page, finds Redis, and prints an address with a token', async () => {
    await expect.poll(() => docker('logs', container)).toContain('?token=');
    const log = docker('logs', container);
    expect(log).toMatch(/Redis \d+\.\d+/);
    const address = `http://${docker('port', container, '5180').split('\n')[0]}`;
    expect(await (await fetch(address)).text()).toContain('<title>');
    expect(await (await fetch(`${address}/live.json`)).json()).toMatchObject({ server: true });
  });

  test('is small', () => {
    expect(Number(docker('image', 'inspect', '--format', '{{.Size}}', image))).toBeLessThan(450_000_000);
  });

  test('ends in order when it is stopped', () => {
    docker('stop', '--time', '20', container);
    expect(stateOf('.State.ExitCode')).toBe('0');
  });
});
