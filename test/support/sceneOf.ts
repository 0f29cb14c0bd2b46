// The scene of a trace for tests: its first clients, who has the first fault, and the storage.

import { targetProcesses } from '../../src/core/model/scenario/fault';
import { type ProcessId, partsOf } from '../../src/core/model/scenario/processId';
import type { Trace } from '../../src/core/model/trace/trace';
import type { PictureOptions } from '../../src/picture/layout/picture';
import { sceneGutter, sceneScale } from '../../src/picture/layout/sceneLanes';
import type { SceneLook } from '../../src/picture/layout/sceneLook';
import { timeAxis } from '../../src/picture/layout/timeAxis';
import { optionsFor } from './pictureFor';

const clientsMax = 4;

export function lookOf({ header }: Trace): SceneLook {
  const of = (role: string): readonly ProcessId[] =>
    header.processes.filter((process) => process.role === role).map(({ id }) => id);
  const [first] = Object.entries(header.scenario.faults);
  const targets = first === undefined || 'from' in first[1] ? [] : targetProcesses(first[1]);
  const own = targets.find((id) => !['client', 'storage'].includes(partsOf(id).role));
  const lanes = [...of('client').slice(0, clientsMax), ...(own === undefined ? [] : [own]), ...of('storage')];
  return { lanes, fault: first?.[0] ?? null, isAsking: true, playedTo: null, open: 0 };
}

/** The options of its picture in a plot of this size. */
export function sceneOptions(
  trace: Trace,
  { width, height, ...look }: Partial<SceneLook> & { readonly width: number; readonly height: number },
): PictureOptions {
  const scene = { ...lookOf(trace), ...look };
  const scale = sceneScale(scene)(trace, { width, height });
  const left = sceneGutter(width, scene.lanes, scene.size);
  const view = { from: 0, to: trace.header.endedAt * 1.02 };
  const axis = timeAxis({ view, left, right: width - 14, warp: null, scale });
  return { ...optionsFor(trace, { width, height }), axis, height, scale, scene };
}
