// The tools of `mcp` as another client sees them: the Inspector, on the Node that it needs.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { brokenLock } from '../support/mcpClient';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'inspector-'));
const bin = join(folder, 'node_modules/.bin');

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', 'node@22', '@modelcontextprotocol/inspector@2.12.0', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  writeFileSync(join(folder, 'lock.ts'), brokenLock);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
const server = [process.execPath, '--import', tsx, join(root, 'src/cli/mcp/mcp.ts')];

async function inspected(...asked: readonly string[]): Promise<unknown> {
  const { stdout } = await run(join(bin, 'mcp-inspector'), ['--cli', ...server, '--method', ...asked], {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, INIT_CWD: folder },
    maxBuffer: 50_000_000,
  });
  return JSON.parse(stdout);
}

test('it lists the tools, calls them, and reads resources', async () => {
  expect(await inspected('tools/list')).toMatchObject({
    tools: expect.arrayContaining([expect.objectContaining({ name: 'attack_code' })]),
  });
  const attacked = await inspected('tools/call', '--tool-name', 'attack_file', '--tool-arg', 'path=lock.ts');
  expect(attacked).toMatchObject({ structuredContent: { verdict: 'broken' } });
  // It sends what looks like a number as one.
  const story = await inspected('tools/call', '--tool-name', 'explain_run', '--tool-arg', 'run=20');
  expect(story).toMatchObject({ structuredContent: { lock: 'overlap', data: 'lost' } });
  expect(await inspected('resources/read', '--uri', 'redlock://glossary')).toMatchObject({
    contents: [{ mimeType: 'text/markdown' }],
  });
});
