// How much JavaScript a page may load before it shows itself, and how much the library may add to a program; gzipped.
import { firstLoadLimits, listFirstLoad } from '../scripts/firstLoad.mjs';
import { bundleLibrary } from '../scripts/librarySize.mjs';

/** size-limit looks for its plugin in the package.json that is nearest. @param {string} path relative to the root */
const fromHere = (path) => `../${path}`;
const pages = firstLoadLimits.map(({ name, entry, bytesMax }) => ({
  name,
  path: [...listFirstLoad('dist', entry)].map(fromHere),
  limit: `${bytesMax} B`,
  gzip: true,
}));
const library = await bundleLibrary('.cache/librarySize');

export default [
  ...pages,
  ...library.map(({ name, file, bytesMax }) => ({ name, path: fromHere(file), limit: `${bytesMax} B`, gzip: true })),
];
