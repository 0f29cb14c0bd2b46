/**
 * Other settings of a row, between its address and its fields. The address may come from anybody, and is checked like
 * a scenario.
 */

import { type Field, withDefaults } from '../../core/model/scenario/fields';
import { leaseName } from '../../core/model/scenario/lease';
import type { Lock } from '../../core/model/scenario/lock';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import type { NamedParts } from '../../core/model/scenario/parts';
import type { Setting } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { badChange } from '../../search/matrix/addressProblems';
import { rowInfos } from '../../search/matrix/rowInfos';
import type { Leases, Row } from '../../search/matrix/rows';
import { scenarioOfRow } from '../../search/matrix/scenario';
import type { Changes } from '../../search/matrix/tableAddress';

/** What was changed: settings of the lock, and what the story sets. */
export interface Changed {
  readonly own: Readonly<Record<string, Setting>>;
  readonly work?: number;
  readonly nodes?: number;
}

export const noChange: Changed = { own: {} };

/** No setting of a lock has one of these names. */
export const ofStory = ['work', 'nodes'] as const;

export const withChanges = (row: Row, { own, ...rest }: Changed): Row => ({
  ...row,
  ...rest,
  settings: { ...row.settings, ...own },
});

interface OfRow {
  readonly row: Row;
  readonly lock: Lock;
  readonly leases: Leases;
}

/** All settings, or what is wrong with one. */
export function readChanged(
  changes: Changes,
  { row, lock, leases }: OfRow,
  parts: NamedParts,
): { readonly changed: Changed; readonly problem: Text | null } {
  const own: Record<string, Setting> = {};
  const story: { work?: number; nodes?: number } = {};
  for (const [name, text] of Object.entries(changes)) {
    if (!canHave(name, { row, lock, leases })) return { changed: noChange, problem: badChange(`${name}=${text}`) };
    if (name === 'work' || name === 'nodes') story[name] = isNumber.test(text) ? Number(text) : Number.NaN;
    else own[name] = settingOf(lock.fields[name], text);
  }
  const changed = { own, ...story };
  const parsed = parseScenario(scenarioOfRow(withChanges(row, changed), 'no-check', 'own'), parts);
  if (parsed.ok) return { changed, problem: null };
  const [problem] = parsed.problems;
  const name = Object.keys(changes).find((one) => problem?.path.split('.').includes(one));
  return { changed: noChange, problem: badChange(changesText(changes, name)) };
}

function canHave(name: string, { row, lock, leases }: OfRow): boolean {
  if (name === 'work') return true;
  if (name === 'nodes') return rowInfos[row.id]?.asksSeveral === true;
  // All rows have the same lease then.
  const isSame =
    leases === 'same' && name === leaseName(lock.fields, scenarioOfRow(row, 'no-check', 'own').lock.settings ?? {});
  return !isSame && Object.hasOwn(lock.fields, name);
}

const isNumber = /^-?\d+(\.\d+)?$/;

/** Converts to the field's type. Text that is not a number stays; the parser refuses it. */
function settingOf(field: Field | undefined, text: string): Setting {
  if (field?.kind === 'number') return isNumber.test(text) ? Number(text) : text;
  return field?.kind === 'flag' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

const changesText = (changes: Changes, name: string | undefined): string =>
  Object.entries(changes)
    .filter(([one]) => name === undefined || one === name)
    .map(([one, value]) => `${one}=${value}`)
    .join();

/** Omits what is as in the table. */
export function writeChanged({ own, work, nodes }: Changed, row: Row, lock: Lock): Changes {
  const { settings, lock: plain } = scenarioOfRow(row, 'no-check', 'own');
  const usual: Readonly<Record<string, unknown>> = withDefaults(lock.fields, plain.settings);
  return Object.fromEntries([
    ...Object.entries(own).flatMap(([name, value]) => (value === usual[name] ? [] : [[name, String(value)] as const])),
    ...(work === undefined || work === settings.work ? [] : [['work', String(work)] as const]),
    ...(nodes === undefined || nodes === settings.nodes.count ? [] : [['nodes', String(nodes)] as const]),
  ]);
}
