// `npm run build`: the static site in dist/, for any host and any sub-path.
import { ensureInstalled } from './install.mjs';
import { buildSite } from './site.mjs';

ensureInstalled();
await buildSite({ folder: 'dist', force: true });
