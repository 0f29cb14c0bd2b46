/** What the parameters of an embed say beyond the story: another lock or check, a stretch of the run, where the playhead rests. */

import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { fromMs, toMs } from '../../model/time';
import { registry } from '../../run/onDemand';
import type { EmbedParameters } from '../files/embedParameters';
import { useCursor } from '../state/cursor';
import { resetHistory } from '../state/openRun';
import { fetchParts } from '../state/parts';
import { parkAtViolation } from '../state/playhead';
import { lacksService, lacksToken } from '../state/proposal';
import { currentRun, wholeRunOf } from '../state/run';
import { useScenario } from '../state/scenario';

/** Answers what could not be done, in words; the rest is done. */
export async function openAsAsked(parameters: EmbedParameters): Promise<readonly Text[]> {
  const changed = await exchangeParts(parameters);
  // How long a run is, and where it breaks, is known of the whole.
  await wholeRunOf(useScenario.getState().committed);
  const problems = [...changed, ...showStretch(parameters)];
  rest(parameters);
  return problems;
}

async function exchangeParts({ lock, storage }: EmbedParameters): Promise<readonly Text[]> {
  if (lock === null && storage === null) return [];
  await fetchParts();
  const { committed, commit } = useScenario.getState();
  const asked: Scenario = {
    ...committed,
    ...(lock === null ? {} : { lock: { id: lock } }),
    ...(storage === null ? {} : { storage: { id: storage } }),
  };
  const problem = partProblem(asked);
  if (problem !== null) return [problem];
  commit(asked);
  resetHistory();
  return [];
}

function partProblem(asked: Scenario): Text | null {
  const { lock, storage } = asked;
  if (!registry.locks.has(lock.id)) return none('lock', lock.id, [...registry.locks.keys()]);
  if (!registry.resources.has(storage.id)) return none('storage', storage.id, [...registry.resources.keys()]);
  if (!lacksToken(asked) && !lacksService(asked)) return null;
  return {
    en: `The check “${storage.id}” does not go with the lock “${lock.id}”, which gives it nothing to compare.`,
    zh: `检查“${storage.id}”与锁“${lock.id}”不配：锁没有给它可比较的东西。`,
  };
}

const none = (name: string, id: string, allowed: readonly string[]): Text => ({
  en: `“${name}” may be ${allowed.join(', ')}, not “${id}”.`,
  zh: `“${name}”可以是 ${allowed.join('、')}，不能是“${id}”。`,
});

function showStretch({ from, to }: EmbedParameters): readonly Text[] {
  if (from === null && to === null) return [];
  const { endedAt } = currentRun().trace.header;
  const start = fromMs(from ?? 0);
  const end = to === null ? endedAt * 1.02 : fromMs(to);
  if (start < Math.min(end, endedAt)) {
    useCursor.getState().setView({ from: start, to: end });
    return [];
  }
  const asked = `from=${from ?? 0}${to === null ? '' : `&to=${to}`}`;
  const last = Math.round(toMs(endedAt));
  return [
    {
      en: `“${asked}” leaves nothing of the run, which ends at ${last} ms.`,
      zh: `“${asked}”里什么也没有：这次运行到 ${last} ms 结束。`,
    },
  ];
}

/** Where the playhead rests: at the break, unless another moment was asked for. */
export function rest({ at, from, to }: EmbedParameters): void {
  const run = currentRun();
  const { endedAt } = run.trace.header;
  if (at === 'break') return parkAtViolation(run);
  const { setAt } = useCursor.getState();
  if (at === 'start') setAt(fromMs(from ?? 0));
  else if (at === 'end') setAt(Math.min(endedAt, to === null ? endedAt : fromMs(to)));
  else setAt(Math.min(endedAt, fromMs(at)));
}
