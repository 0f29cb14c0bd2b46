// A press on a lane: what it offers, and that a fault is placed only where it changes the run, which is then judged.
import { expect, test } from 'vitest';
import { firstDifference } from '../../src/core/model/scenario/difference';
import { processesOfScenario } from '../../src/core/model/scenario/processes';
import { isClient, type ProcessId } from '../../src/core/model/scenario/processId';
import { fromMs, instant, type Ms } from '../../src/core/model/values/time';
import { parts } from '../../src/core/run/parts';
import { spansOf } from '../../src/core/spans/spans';
import { everyFault } from '../../src/web/edit/faultRules';
import {
  commitPlaced,
  type HurtKind,
  hurtsAt,
  type LanePress,
  type Placed,
  placed as placedAt,
} from '../../src/web/edit/hurt';
import { useEdition } from '../../src/web/state/edition';
import { currentRun } from '../../src/web/state/run';
import { storyVersions } from '../content/stories/storyVersions';
import '../support/handIn';

const open = (id: string) => {
  const version = storyVersions.find(({ story, variant }) => story.id === id && variant === null);
  if (version === undefined) throw new Error(`There is no story ${id}.`);
  useEdition.getState().open({ scenario: version.scenario, storyId: id, variantId: null });
};

const press = (process: ProcessId, at: Ms, message: number | null = null): LanePress => ({
  process,
  at: instant(fromMs(at)),
  message,
});

const hurt = (kind: HurtKind, where: LanePress): Placed | null => {
  const one = placedAt(kind, where, everyFault);
  if (one !== null) commitPlaced(one);
  return one;
};

const offered = (of: LanePress): readonly HurtKind[] => hurtsAt(of, everyFault);

test('a client can be paused and killed, and a message of it lost; a node has a clock that can be set', () => {
  open('pause-before-write');
  expect(offered(press('client2', 1000))).toEqual(['pause', 'crash', 'lose']);
  expect(offered(press('nodeA', 1000))).toEqual(['crash', 'clock-jump', 'lose']);
});

test('a fault strikes where the lane was pressed', () => {
  open('pause-before-write');
  const placed = hurt('crash', press('client2', 3350));
  expect(placed).toMatchObject({ wanted: 3350, at: 3350 });
  expect(useEdition.getState().committed.faults[placed?.name ?? '']).toMatchObject({ process: 'client2' });
});

test('where it would change nothing it strikes at the nearest place where it does, and says both times', () => {
  open('pause-before-write');
  const { endedAt } = currentRun().trace.header;
  const late = Math.floor(endedAt / 1000) - 1;
  const placed = hurt('crash', press('client2', late));
  expect(placed).toMatchObject({ wanted: late });
  expect(placed?.at).toBeLessThan(late - 100);
});

test('the message that was pressed is the one that is lost', () => {
  open('pause-before-write');
  const { messages } = spansOf(currentRun().trace);
  const row = 4;
  const [from, to] = [messages.from(row), messages.to(row)];
  const placed = hurt('lose', press('client2', 3000, row));
  const lost = spansOf(currentRun().trace).faults.find(({ name }) => name === placed?.name)?.row ?? -1;
  const now = spansOf(currentRun().trace).messages;
  expect([now.from(lost), now.to(lost), now.sentAt(lost)]).toEqual([from, to, messages.sentAt(row)]);
});

test.each(
  ['pause-before-write', 'failover', 'clock-jump', 'every-lease', 'set-work-release'].flatMap((id) =>
    storyVersions.filter(({ story, variant }) => story.id === id && variant === null),
  ),
)('$story.id: every press changes the run, or adds nothing', ({ story, scenario }) => {
  const few = processesOfScenario(scenario, parts).filter((process) => !/node[B-E]/.test(process));
  for (const process of few)
    for (const share of [0, 0.3, 0.6, 0.95]) {
      open(story.id);
      const before = currentRun();
      const where = press(process, Math.round((before.trace.header.endedAt / 1000) * share));
      for (const kind of offered(where)) {
        open(story.id);
        const placed = hurt(kind, where);
        const after = currentRun();
        const says = `${kind} of ${process} at ${share}`;
        if (placed === null) expect([says, after.scenario]).toEqual([says, scenario]);
        else {
          expect([says, firstDifference(before.trace, after.trace) === null]).toEqual([says, false]);
          expect([says, after.verdict.moreTime]).toEqual([says, undefined]);
        }
      }
    }
});

test('only what is no client has a clock to set forward', () => {
  open('pause-before-write');
  const kinds = processesOfScenario(useEdition.getState().committed, parts).map((process) => [
    isClient(process),
    offered(press(process, 500)).includes('clock-jump'),
  ]);
  expect(kinds.every(([isOne, isSet]) => isOne !== isSet)).toBe(true);
});
