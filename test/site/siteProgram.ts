// What `npm start` serves, for a small site, in a process of its own that may be attacked. Prints its port.
import { endBySignals } from '../../src/cli/endBySignals';
import { startBackend } from '../../src/live/server/backend/startBackend';
import { openLinkServer } from '../../src/site/links/linkServer';
import { serveSite } from '../../src/site/siteServer';
import { builtPage } from '../picture/linkPages/builtPage';
import { makeSiteFolder } from './siteFolder';

const live = await startBackend({ base: '/', token: 'secret', runsMax: 1 });
const painter = { previewLink: async () => null, close: async () => {} };
const links = openLinkServer({
  base: '/',
  site: undefined,
  built: builtPage(null),
  builtOwn: builtPage(null, 'own/'),
  painter,
});
const { address, close } = await serveSite({
  folder: makeSiteFolder(),
  port: 25_100 + Math.floor(Math.random() * 900),
  handler: {
    answer: (...asked) => live.answer(...asked) || links.answer(...asked),
    attach: live.attach,
  },
});
endBySignals(async () => {
  await live.close();
  await close();
});
console.log(new URL(address).port);
