// How much JavaScript a page may load before it shows itself, gzipped, all told.
import { firstLoadLimits, listFirstLoad } from './scripts/firstLoad.mjs';

export default firstLoadLimits.map(({ name, entry, bytesMax }) => ({
  name,
  path: [...listFirstLoad('dist', entry)],
  limit: `${bytesMax} B`,
  gzip: true,
}));
