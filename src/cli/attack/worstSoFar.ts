/** Reports the worst break as soon as it is found, so that it is not lost if the code is ended in a later run. */

import { harms } from '../../core/model/trace/severity';
import { faultTitle } from '../../core/narrate/sentence';
import { speechOf } from '../../core/narrate/speechOf';
import { simulate } from '../../core/sim/simulate';
import type { AttackSession } from '../../sandbox/attack/attackSession';
import { finished, type Placements, scenarioOf } from '../../search/explore/branch';
import { harmsOf } from '../../search/explore/harm';
import type { Searched } from '../../search/explore/search';
import type { Space } from '../../search/explore/space';
import type { AttackJob, AttackReport, RunFile } from './attackMessages';
import * as words from './attackWords';
import { BrokenRuns } from './brokenRuns';
import { foundIn } from './ci/foundIn';
import { notSearched } from './ci/notSearched';

/** @returns a function of the search's state so far. Cost: a run for each new break, until one has the worst harm */
export function worstSoFar(
  job: AttackJob,
  session: AttackSession,
  report: (message: AttackReport) => void,
): (searchResult: Searched, space: Space) => void {
  const { language, seeds } = job.command;
  const ranked = new WeakSet<Placements>();
  let least: number = harms.length;
  return (searchResult, space) => {
    const isFirst = least === harms.length;
    let worst: Placements | null = null;
    for (const placements of searchResult.breaks) {
      if (least === 0) break;
      if (ranked.has(placements)) continue;
      ranked.add(placements);
      const rank = rankOf(placements, space, session);
      if (rank >= least) continue;
      [least, worst] = [rank, placements];
    }
    if (worst === null) return;
    const one = { ...searchResult, space, idle: [], breaks: [worst] };
    const files: RunFile[] = [];
    const runs = new BrokenRuns(job, session, (message) => {
      if (message.kind === 'file') files.push(message);
    });
    const titles = Object.values(scenarioOf(space, worst).faults).map((fault) => faultTitle(fault, speechOf[language]));
    const inWords = finished(
      foundIn([one], {
        groups: [[one]],
        isWhole: false,
        session,
        language,
        notSearched: notSearched([one], seeds),
        unsettled: null,
        failing: [],
        hasTimeFor: () => true,
        write: (run) => runs.write(run),
      }),
    );
    const text = [(isFirst ? words.firstBreak : words.worseBreak)(titles)[language], ...files.map(({ name }) => name)];
    report({ kind: 'worst', text: text.join(' '), findings: inWords, files });
  };
}

function rankOf(placements: Placements, space: Space, { parts }: AttackSession): number {
  const [harm = 'unavailable'] =
    space.harm === 'any' ? harmsOf(simulate(scenarioOf(space, placements), parts), parts) : [space.harm];
  return harms.indexOf(harm);
}
