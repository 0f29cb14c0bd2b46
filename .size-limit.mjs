// How much JavaScript a page may load before it shows itself, and how much the library may add to a program; gzipped.
import { firstLoadLimits, listFirstLoad } from './scripts/firstLoad.mjs';
import { bundleLibrary } from './scripts/librarySize.mjs';

const pages = firstLoadLimits.map(({ name, entry, bytesMax }) => ({
  name,
  path: [...listFirstLoad('dist', entry)],
  limit: `${bytesMax} B`,
  gzip: true,
}));
const library = await bundleLibrary('.cache/librarySize');

export default [
  ...pages,
  ...library.map(({ name, file, bytesMax }) => ({ name, path: file, limit: `${bytesMax} B`, gzip: true })),
];
