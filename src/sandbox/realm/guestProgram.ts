/** The files of `realm/guest` as one program for a realm. */
import { transform } from 'sucrase';
import { guestRequestKinds, reportKinds } from '../own/host';

/**
 * An expression: a function that takes the reader's file, which is evaluated for each life, and returns the guest.
 * The host's functions take numbers and texts: the host knows by number what the guest calls by name.
 */
export function entryOf(files: Readonly<Record<string, string>>): string {
  const modules = Object.entries(files).map(([name, source]) => {
    const { code } = transform(source, { transforms: ['typescript', 'imports'], disableESTransforms: true });
    return `${JSON.stringify(name)}: function (exports, require) {${code}\n}`;
  });
  return `(function () {
  const sources = {${modules.join(',\n')}};
  const loaded = {};
  const require = (path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (loaded[name] === undefined) {
      loaded[name] = {};
      sources[name](loaded[name], require);
    }
    return loaded[name];
  };
  const outside = globalThis.__host;
  delete globalThis.__host;
  const askKinds = ${JSON.stringify(guestRequestKinds)};
  const reportKinds = ${JSON.stringify(reportKinds)};
  const host = {
    ...outside,
    ask: (id, kind, text, line) => outside.ask(id, askKinds.indexOf(kind), text, line),
    settled: (id, ok, text) => outside.settled(id, ok ? 1 : 0, text),
    report: (kind, text, line) => outside.report(reportKinds.indexOf(kind), text, line),
  };
  const { furnish, makeGuest } = require('./main');
  furnish(globalThis, outside.floats);
  return (factory, check, signatures) => makeGuest(host, factory, check, JSON.parse(signatures));
})()`;
}
