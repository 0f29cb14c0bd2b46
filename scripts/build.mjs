// `npm run build` writes the static site to dist/, for any host and any sub-path, with a page and a picture for each
// variant of a story.
import { cursorTo } from 'node:readline';
import { ensureInstalled } from './install.mjs';
import { buildSite, writeStories, writeTwins } from './site.mjs';

ensureInstalled();
await buildSite({ folder: 'dist', force: true });
const { stdout } = process;
await writeStories('dist', (done) => {
  // A log gets one line, a terminal one line that changes.
  if (stdout.isTTY) cursorTo(stdout, 0);
  if (stdout.isTTY || done === 1) stdout.write(`Pages of stories: ${done}`);
});
console.log('');
await writeTwins('dist');
if (!process.env['SITE_URL'])
  console.log('SITE_URL is not set: the addresses in s/ are relative, and all its pages have the card of the site.');
