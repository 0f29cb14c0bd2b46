// How much JavaScript a page may load before it shows itself, gzipped, all told.
import { listFirstLoad } from './scripts/firstLoad.mjs';

export default [
  { name: 'playground', path: [...listFirstLoad('dist', 'index.html')], limit: '220 kB', gzip: true },
  { name: 'embed', path: [...listFirstLoad('dist', 'embed/index.html')], limit: '130 kB', gzip: true },
];
