/**
 * A process that searches two faults in Redlock with the version check, with as many threads as its argument says,
 * and prints how long that took. It is not part of a bench's bundle, because threads are found beside their source.
 */
import { parts, Search, searchWith, spaceOf, threadsFor } from '../measured/explorer';
import { faultlessRedlock } from './faultlessRedlock';

const space = spaceOf({ ...faultlessRedlock, storage: { id: 'version' } }, parts, { faultsMax: 2 });
const search = new Search(space);
const hire = await threadsFor(space);
const from = performance.now();
await searchWith(search, {
  spawn: hire,
  workers: Number(process.argv[2]),
  signal: new AbortController().signal,
  progress: () => undefined,
  goesOn: () => true,
});
const took = performance.now() - from;
console.log(
  JSON.stringify({ runs: search.collectResults().runs, took, memory: process.resourceUsage().maxRSS / 1024 }),
);
