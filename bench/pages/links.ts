/** Writes the links into the site of its tree to a file. The file's path is its argument. */
import { writeFileSync } from 'node:fs';
import { encodeLink, loadStory, parts, type Scenario, simulate, stories } from '../measured/links';
import { minute } from '../workloads/minute';
import type { Pages } from './pages';

const paused: Scenario = {
  ...minute,
  faults: { pause: { kind: 'pause', process: 'client1', when: { kind: 'time', at: 20_000 }, for: 2500 } },
};

/** With this many clients there are 50,000 events. */
const crowded: Scenario = { ...minute, settings: { ...minute.settings, think: 90, work: 160 } };

/** The most nodes that a scenario may have, and five clients that all get the lock. */
const room: Scenario = {
  ...minute,
  settings: {
    ...minute.settings,
    clients: 5,
    nodes: { ...minute.settings.nodes, count: 9 },
    rounds: 3,
    think: 700,
    duration: 12_000,
  },
};

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('The file to write is missing.');
const pages: Pages = {
  stories: await Promise.all(
    stories.map(async (entry) => {
      const { id, number, scenario } = await loadStory(entry);
      const hash = `#${encodeLink(scenario, { parts, base: { id, scenario } })}`;
      return { id, number, hash, hasFault: Object.keys(scenario.faults).length > 0 };
    }),
  ),
  minute: `#${encodeLink(paused, { parts })}`,
  room: `#${encodeLink(room, { parts })}`,
  crowded: {
    hash: `#${encodeLink(crowded, { parts })}`,
    eventCount: simulate(crowded, parts).count,
  },
};
writeFileSync(file, JSON.stringify(pages));
