// Where a fault strikes if it is added without being dragged.
import { beforeEach, describe, expect, it } from 'vitest';
import { minute } from '../../bench/workloads/minute';
import { addFaultAtPlayhead } from '../../src/ui/edit/addFault';
import { useCursor } from '../../src/ui/state/cursor';
import { currentRun } from '../../src/ui/state/run';
import { useScenario } from '../../src/ui/state/scenario';

const whenAdded = () => {
  const before = useScenario.getState().committed.faults;
  addFaultAtPlayhead('crash');
  const added = Object.entries(useScenario.getState().committed.faults).find(([name]) => !(name in before));
  return added?.[1];
};

beforeEach(() => useScenario.getState().commit({ ...minute, faults: {} }));

describe('a fault that is added', () => {
  it('strikes where the playhead is', () => {
    useCursor.getState().setAt(1_234_000);
    expect(whenAdded()).toMatchObject({ process: 'client1', when: { kind: 'time', at: 1234 } });
    expect(useCursor.getState().at).toBe(1_234_000);
  });

  it('strikes in the middle of a run at whose end the playhead is, where it would strike nothing', () => {
    const { endedAt } = currentRun().trace.header;
    useCursor.getState().setAt(endedAt);
    const at = Math.round(endedAt / 2000);
    expect(whenAdded()).toMatchObject({ when: { kind: 'time', at } });
    expect(useCursor.getState().at).toBe(at * 1000);
  });
});
