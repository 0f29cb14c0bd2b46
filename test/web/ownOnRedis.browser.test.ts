// A reader's file on real Redis, from `own/`: a press sends the faults chosen there, and never code.
import { expect, onTestFinished, test } from 'vitest';
import { findBarriers } from '../support/barriers';
import { asked, latestId } from '../support/livePage';
import { readyOffer, serveLiveSite } from '../support/liveSite';
import { prepareOwnPage } from '../support/ownPage';

const openOwn = prepareOwnPage();

async function openAt(offer = readyOffer, query = '') {
  const site = await serveLiveSite(offer);
  onTestFinished(() => site.close());
  return { site, ...(await openOwn({ hasClock: true }, `${site.address}own/${query}`)) };
}

const lock = { name: 'my-lock.ts', nodes: 3, ttl: 9000, token: false };

test('the button sends a scenario with the numbers of the file, and a refusal stands beside it', async () => {
  const { site, page, problems, close } = await openAt({ ...readyOffer, lock });
  const part = page.getByRole('region', { name: 'Your file on real Redis' });
  await part.getByText('my-lock.ts, on this machine: 3 nodes, TTL 9 s').waitFor();
  expect(asked(site)).toEqual([]);
  await part.getByRole('button', { name: 'Run on real Redis' }).click();
  await expect.poll(() => asked(site).length).toBe(1);
  const [press] = asked(site);
  expect(Object.keys(press ?? {}).sort()).toEqual(['run', 'scenario', 'type']);
  expect(press).toMatchObject({
    scenario: {
      lock: { id: 'own', settings: { nodes: 3, ttl: 9000, token: false } },
      // It outlasts the TTL of the file, whatever TTL the editor has.
      faults: { pause: { kind: 'pause', for: 9750 } },
    },
  });
  expect(JSON.stringify(press)).not.toContain('acquire');
  const problem = { en: 'my-lock.ts, line 3: Unexpected "}"', zh: '' };
  site.say({ type: 'failed', run: latestId(site), problem });
  await part.getByText('It did not run: my-lock.ts, line 3: Unexpected "}"').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('without a file, and in a post, there is no such button', async () => {
  const { page, problems, close } = await openAt();
  const heard = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.reload();
  await heard;
  await page.getByRole('button', { name: 'Attack it' }).waitFor();
  await page.clock.runFor(2500);
  expect(await page.getByRole('button', { name: /real Redis/ }).count()).toBe(0);
  expect(problems).toEqual([]);
  await close();
  const post = await openAt({ ...readyOffer, lock }, '?embed');
  await post.page.clock.runFor(2500);
  expect(await post.page.getByRole('button', { name: /real Redis/ }).count()).toBe(0);
  await post.close();
});
