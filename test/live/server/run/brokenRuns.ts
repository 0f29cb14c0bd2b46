// A program for a test. It plants a bug in one run after another, chosen by the seed, while a sound run goes on
// beside it. When all are over, it starts one more. It prints the results as one line of JSON.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { story } from '../../../../src/content/stories/argument/pauseBeforeWrite';
import { parts } from '../../../../src/core/run/parts';
import { Network } from '../../../../src/live/server/proxy/network';
import { ShownKeys } from '../../../../src/live/server/proxy/shownKeys';
import { openLiveRunner } from '../../../../src/live/server/run/liveRunner';
import { RunContext } from '../../../../src/live/server/run/runContext';

/** The places of the bugs. The seed of a run is the index of its place. */
const mistakes = [
  'a proxy’s socket hears a client',
  'a proxy’s socket hears a client before the run has begun',
  'a timer of the proxy’s fires',
  'a process reports',
  'a promise is left alone',
] as const;

export interface Became {
  /** How the run with each bug ended, or why it failed, as a message. */
  readonly broken: Readonly<Record<string, string>>;
  /** How the sound runs ended: those beside the broken runs and those after them. */
  readonly sound: readonly string[];
  /** The number of remaining processes, without the guard. */
  readonly left: number;
}

const planted = (seed: number, index: number): boolean => seed === firstSeed + index;
const firstSeed = 90_001;
const mistake = (index: number): Error => new Error(`planted: ${mistakes[index]}`);

const { send, notice } = Network.prototype;
Network.prototype.send = function (...args) {
  const { seed } = this.options.scenario;
  if (planted(seed, 0)) throw mistake(0);
  if (planted(seed, 4)) void Promise.reject(mistake(4));
  return send.apply(this, args);
};
Network.prototype.notice = function (...args) {
  if (planted(this.options.scenario.seed, 1)) throw mistake(1);
  return notice.apply(this, args);
};
const shownKeys = ShownKeys.prototype as unknown as { expirePast: () => void; readonly network: Network };
const { expirePast } = shownKeys;
shownKeys.expirePast = function () {
  if (planted(this.network.options.scenario.seed, 2)) throw mistake(2);
  expirePast.apply(this);
};
const { add } = RunContext.prototype;
RunContext.prototype.add = function (event) {
  if (planted(this.scenario.seed, 3) && event.kind === 'step') throw mistake(3);
  add.call(this, event);
};

const liveRunner = await openLiveRunner({ parts, environment: process.env });
const { scenario } = story;
const one = { ...scenario, lock: { id: 'single-node', settings: { ttl: 300 } }, faults: {} };
const brief = { ...one, settings: { ...scenario.settings, clients: 1, work: 600, duration: 2500 } };

async function outcome(seed: number): Promise<string> {
  const done = await liveRunner.run({ ...brief, seed }, {});
  return done.ok ? done.trace.header.ended : done.problem.en;
}

const broken: Record<string, string> = {};
const sound: string[] = [];
for (const [index, name] of mistakes.entries()) {
  const beside = outcome(1);
  broken[name] = await outcome(firstSeed + index);
  sound.push(await beside);
}
sound.push(await outcome(1));
const became: Became = { broken, sound, left: childrenLeft() };
console.log(JSON.stringify(became));
await liveRunner.close();

/** Without /proc the number is 0. */
function childrenLeft(): number {
  if (process.platform !== 'linux') return 0;
  return readdirSync('/proc').filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const [letter, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const line = readFileSync(`/proc/${name}/cmdline`, 'latin1');
      return Number(parent) === process.pid && letter !== 'Z' && !/guardMain|esbuild/.test(line);
    } catch {
      return false;
    }
  }).length;
}
