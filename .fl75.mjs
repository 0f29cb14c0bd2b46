import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { firstLoadLimits, listFirstLoad } from './scripts/firstLoad.mjs';

for (const l of firstLoadLimits) {
  let s = 0;
  const rows = [];
  for (const f of listFirstLoad('dist', l.entry)) {
    const n = gzipSync(readFileSync(f)).length;
    s += n;
    rows.push([n, f]);
  }
  console.log(l.name, s);
  if (process.argv[2]) for (const r of rows.sort((a, b) => b[0] - a[0])) console.log('   ', ...r);
}
