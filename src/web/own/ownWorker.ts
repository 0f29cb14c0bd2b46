/**
 * The worker in which a reader's code runs: QuickJS and the simulator. The code is in the sandbox inside, without
 * access to the page or the network.
 */

import variant from '@jitl/quickjs-wasmfile-release-sync';
import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { redisParts } from '../../core/run/redisParts';
import { everyCommand } from '../../core/sim/redis/everyCommand';
import type { OwnCalls } from '../../sandbox/own/ownCalls';
import { OwnSession } from '../../sandbox/realm/ownSession';
import { smallModule } from '../../sandbox/realm/smallModule';
import { type Port, serve } from '../workers/webWorker';

declare const self: Port;

const guest = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../sandbox/realm/guest/*.ts', { query: '?raw', import: 'default', eager: true }),
  ).map(([path, text]) => [path.replace(/^.*\/|\.ts$/g, ''), text]),
);

const session = new OwnSession({
  module: () => smallModule(variant, { wasmLocation: wasmUrl }),
  guest,
  parts: { ...redisParts, commands: everyCommand },
  now: () => performance.now(),
});

const functions: OwnCalls = {
  check: session.check.bind(session),
  run: session.run.bind(session),
  attack: session.attack.bind(session),
  attacks: session.attacks.bind(session),
  late: session.late.bind(session),
};

serve(self, { ...functions });
