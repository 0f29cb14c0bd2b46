/** The runs of the essay: what a paragraph shows, and what its knob makes of it. */
import { withStrength } from '../../core/faults/strength';
import { applyPatch } from '../../core/model/patch';
import type { Scenario } from '../../core/model/scenario';
import { settingPaths, withSetting } from '../../core/model/settingsFields';
import { storyOfRun } from '../stories/storyList';
import type { Knob } from './step';

/** The scenario with this value of the knob; for one of several runs, with the run of this index. */
export async function turned(knob: Knob, value: number, scenario: Scenario): Promise<Scenario> {
  switch (knob.kind) {
    case 'fault': {
      const fault = scenario.faults[knob.fault];
      if (fault === undefined) throw new Error(`The run has no fault "${knob.fault}".`);
      return { ...scenario, faults: { ...scenario.faults, [knob.fault]: withStrength(fault, value) } };
    }
    case 'setting': {
      const { part, name } = knob.number;
      if (part === 'lock') {
        const { lock } = scenario;
        return { ...scenario, lock: { ...lock, settings: { ...lock.settings, [name]: value } } };
      }
      const path = settingPaths.find((one) => one === name);
      if (path === undefined) throw new Error(`A run has no setting "${name}".`);
      return { ...scenario, settings: withSetting(scenario.settings, path, value) };
    }
    case 'runs': {
      const choice = knob.choices[value];
      if (choice === undefined) throw new Error(`There is no choice ${value}.`);
      const found = await storyOfRun(choice.run);
      return choice.patch === undefined ? found.scenario : applyPatch(found.scenario, choice.patch);
    }
    default:
      return knob satisfies never;
  }
}
