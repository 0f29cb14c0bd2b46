// The run in a chat: a real server of `mcp` over stdio, and the bridge of ext-apps in a page, as a host has them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Client } from '@modelcontextprotocol/client';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatHost, underPolicy } from '../support/chatHost';
import { brokenLock, connectMcp } from '../support/mcpClient';
import { prepareOthers } from '../support/otherSite';
import { prepareBrowser } from '../support/page';

const openPage = prepareBrowser();
const serve = prepareOthers();
const folder = mkdtempSync(join(tmpdir(), 'chat-'));
let client: Client;
let app = '';

beforeAll(async () => {
  client = await connectMcp(folder, 'auto');
  const { contents } = await client.readResource({ uri: 'ui://redlock-playground/run' });
  const [page] = contents;
  if (page === undefined || !('text' in page)) throw new Error('There is no page for a chat.');
  expect(page.mimeType).toBe('text/html;profile=mcp-app');
  app = page.text;
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

interface Context {
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
}

const said = (page: Page, name: string, ...given: readonly unknown[]): Promise<unknown> =>
  page.evaluate(
    async ([called, values]) => {
      const host: Record<string, unknown> = Object(window);
      const method = host[String(called)];
      return typeof method === 'function' ? await method(...Object.values(Object(values))) : method;
    },
    [name, given] as const,
  );

async function openChat(context: Context, options: object = { reducedMotion: 'reduce' }) {
  const address = await serve({ pages: { 'chat.html': await chatHost() } });
  const { page, problems, close } = await openPage(`${address}chat.html`, options);
  await said(page, 'show', underPolicy(app), context);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('The host has no frame.');
  return { page, problems, close, frame };
}

const sceneIn = (frame: Frame) => frame.locator('main[data-outcome]');

test('a tool that shows a run names the page, and the page is one file of modest size', async () => {
  const { tools } = await client.listTools();
  const shows = tools.filter(({ _meta }) => _meta !== undefined).map(({ name }) => name);
  expect(shows).toEqual(['attack_code', 'attack_file', 'open_run']);
  expect(app).not.toMatch(/<(?:script|link)[^>]+(?:src|href)=/);
  expect(gzipSync(app).length).toBeLessThan(396_000);
});

test('the break of attacked code plays in the chat, and nothing of it can be dragged', async () => {
  const result = await client.callTool({
    name: 'attack_code',
    arguments: { code: brokenLock, harm: 'deleted-another', faults: ['pause'], budget: 50 },
  });
  expect(result.structuredContent).toMatchObject({ verdict: 'broken' });
  expect(JSON.stringify(result.structuredContent)).not.toContain('rows');
  const { page, problems, close, frame } = await openChat({ theme: 'dark', locale: 'en-GB' });
  await frame.getByText('The run appears here once there is one.').waitFor();
  await said(page, 'sendResult', result);
  await sceneIn(frame).waitFor();
  await frame.getByText('it can be played, but not dragged').waitFor();
  // The playhead alone.
  expect(await frame.locator('[role=slider]').count()).toBe(1);
  expect(await frame.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  const sentence = (): Promise<string> => frame.locator('main p').first().innerText();
  const before = await sentence();
  await frame.getByRole('button', { name: 'Next moment' }).click();
  expect(await sentence()).not.toBe(before);
  await frame.getByRole('button', { name: 'Show every lane' }).click();
  await frame.getByText('Redis A').first().waitFor();
  await frame.getByText('deleted the key of client').first().waitFor();
  await expect.poll(() => said(page, 'sizes')).not.toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('a story is dragged and answered there; theme and language follow the host', async () => {
  const result = await client.callTool({ name: 'open_run', arguments: { run: '20' } });
  const { page, problems, close, frame } = await openChat({ theme: 'light', locale: 'zh-Hant-TW' });
  await said(page, 'sendResult', result);
  await frame.getByRole('heading', { name: '停顿比锁的有效时间还长' }).waitFor();
  await said(page, 'setContext', { theme: 'dark', locale: 'en' });
  await frame.getByRole('heading', { name: 'A pause outlives the lock' }).waitFor();
  await expect.poll(() => frame.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  const end = frame.getByRole('slider', { name: 'Length: Client 1 pauses' });
  expect(await sceneIn(frame).getAttribute('data-outcome')).toBe('lost');
  await end.focus();
  const outcome = () => sceneIn(frame).getAttribute('data-outcome');
  // Shorter than luck allows, and then shorter than the lease.
  for (let i = 0; i < 120 && (await outcome()) !== 'held'; i++) await page.keyboard.press('ArrowLeft');
  await expect.poll(outcome).toBe('held');
  expect(await said(page, 'teardown')).toEqual({});
  expect(problems).toEqual([]);
  await close();
});

test('an answer without a run is text, and what no server sends is one as well', async () => {
  const { page, problems, close, frame } = await openChat({});
  for (const [result, text] of [
    [{ content: [{ type: 'text', text: 'Nothing found in 12 runs.\n<b>not bold</b>' }] }, '<b>not bold</b>'],
    [{ content: [], _meta: { 'redlock-playground/shown': { kind: 'story', story: { id: 1 } } } }, 'no run to show'],
    [{ content: [], _meta: { 'redlock-playground/shown': { kind: 'recorded', text: '{}' } } }, 'not a saved run'],
  ] as const) {
    await said(page, 'sendResult', result);
    await frame.getByText(text).waitFor();
  }
  expect(problems).toEqual([]);
  await close();
});
