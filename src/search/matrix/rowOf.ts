/** Finds the row of the table for a scenario. It imports no lock, so a link can be written before any is loaded. */
import { type Fields, withDefaults } from '../../core/model/scenario/fields';
import type { Scenario } from '../../core/model/scenario/scenario';
import { type Row, rows } from './rows';

/**
 * Returns the row of a lock or library whose settings are nearest. Null: it has no row.
 *
 * @param fields those of the scenario's lock, for the defaults of its settings
 */
export function rowOf(scenario: Pick<Scenario, 'lock' | 'settings'>, fields: Fields): Row | null {
  const { id, profile } = scenario.lock;
  const ofLock = rows.filter(({ lock }) => lock === id);
  const ofProfile = ofLock.filter((row) => row.profile === profile);
  const plain = ofLock.filter((row) => row.profile === undefined);
  const near = (ofProfile.length > 0 ? ofProfile : plain).map((row) => ({ row, far: distance(row, scenario, fields) }));
  return (
    near.reduce<(typeof near)[number] | null>((best, one) => (best && best.far <= one.far ? best : one), null)?.row ??
    null
  );
}

/** Two values that both differ from the default are nearer than one that differs and one that does not. */
function distance(
  row: Row,
  { lock, settings: { nodes } }: Pick<Scenario, 'lock' | 'settings'>,
  fields: Fields,
): number {
  const usual: Readonly<Record<string, unknown>> = withDefaults(fields, {});
  const [of, scenarioSettings] = [
    { ...usual, ...row.settings },
    { ...usual, ...lock.settings },
  ];
  const named = new Set(
    rows.filter((one) => one.lock === row.lock).flatMap(({ settings = {} }) => Object.keys(settings)),
  );
  let far = 0;
  for (const name of named) {
    if (of[name] === scenarioSettings[name]) continue;
    far += of[name] !== usual[name] && scenarioSettings[name] !== usual[name] ? 0.5 : 1;
  }
  if ((row.replicas ?? 0) > 0 !== nodes.replicas > 0) far++;
  if ((row.fsync === true) !== (nodes.persistence === 'always')) far++;
  return far;
}
