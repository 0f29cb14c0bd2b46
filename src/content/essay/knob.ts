/** The numbers in the sentences of the essay: their values in a run, as text, and the run with another value. */
import { strengthOf, withStrength } from '../../core/faults/strength';
import type { Scenario } from '../../core/model/scenario/scenario';
import { settingAt, settingPaths, withSetting } from '../../core/model/scenario/settingsFields';
import type { SceneNumber } from '../../core/model/scenario/story';
import { formatMs } from '../../core/model/values/format';
import type { Language } from '../../core/model/values/text';
import type { Knob } from './step';

/** The run beside a knob, as people name it: `20`. */
interface Beside {
  readonly scenario: Scenario;
  readonly run: string;
}

/** In ms; for one of several runs its index. */
export function knobValue(knob: Knob, { scenario, run }: Beside): number {
  if (knob.kind === 'runs') return knob.choices.findIndex((one) => one.run === run && one.patch === undefined);
  if (knob.kind === 'setting') return settingIn(scenario, knob.number);
  const fault = scenario.faults[knob.fault];
  // A person has deleted the fault, which leaves a pause of no length.
  return fault === undefined ? knob.min : strengthOf(fault);
}

export const shownKnob = (knob: Knob, value: number, language: Language): string =>
  knob.kind === 'runs' ? (knob.choices[value]?.name[language] ?? '') : formatMs(value);

/** The scenario with this value, in ms. */
export function turned(knob: Exclude<Knob, { readonly kind: 'runs' }>, value: number, scenario: Scenario): Scenario {
  if (knob.kind === 'setting') return withNumber(scenario, knob.number, value);
  const fault = scenario.faults[knob.fault];
  if (fault === undefined) return scenario;
  return { ...scenario, faults: { ...scenario.faults, [knob.fault]: withStrength(fault, value) } };
}

const pathOf = (name: string) => {
  const path = settingPaths.find((one) => one === name);
  if (path === undefined) throw new Error(`A run has no setting "${name}".`);
  return path;
};

const settingIn = ({ lock, settings }: Scenario, { part, name }: SceneNumber): number =>
  Number(part === 'lock' ? lock.settings?.[name] : settingAt(settings, pathOf(name)));

function withNumber(scenario: Scenario, { part, name }: SceneNumber, value: number): Scenario {
  const { lock, settings } = scenario;
  return part === 'lock'
    ? { ...scenario, lock: { ...lock, settings: { ...lock.settings, [name]: value } } }
    : { ...scenario, settings: withSetting(settings, pathOf(name), value) };
}
