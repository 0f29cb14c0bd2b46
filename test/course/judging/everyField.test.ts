// Every setting has a name and a description, in both languages, where it is declared.
import { describe, expect, test } from 'vitest';
import type { FaultField, KindOfFault } from '../../../src/core/model/scenario/faultKind';
import {
  latencyToField,
  ownFields,
  seedField,
  settingsFields,
  settingsGroups,
} from '../../../src/core/model/scenario/settingsFields';
import { whenFields } from '../../../src/core/model/scenario/whenFields';
import type { Text } from '../../../src/core/model/values/text';
import { parts } from '../../../src/core/run/parts';

const kinds: readonly KindOfFault[] = [...parts.faults.values()];

const described: readonly (readonly [string, Readonly<Record<string, FaultField>>])[] = [
  ...[...parts.locks.values(), ...parts.resources.values()].map(({ id, fields }) => [id, fields] as const),
  ...kinds.map(({ kind, fields }) => [kind, fields] as const),
  ['settings', { seed: seedField, ...settingsFields }],
  ['settings of one process', { latencyTo: latencyToField, ...ownFields }],
  ['when a fault strikes', whenFields],
];

const everyField = described.flatMap(([part, fields]) =>
  Object.entries(fields).map(([name, field]) => [`${part}: ${name}`, field] as const),
);

function expectBoth(texts: readonly Text[]): void {
  for (const { en, zh } of texts) expect([en.trim(), zh.trim()]).not.toContain('');
}

describe('every setting', () => {
  test.each(everyField)('%s has a name and a help, and so has each of its options a name', (_, field) => {
    expectBoth([field.label, field.help]);
    if (field.kind === 'choice') expectBoth(field.options.map(({ label }) => label));
    if (field.kind === 'number-or-word') expectBoth([field.word.label]);
  });

  test.each(kinds.flatMap(({ kind, choices = [] }) => choices.map((choice) => [kind, choice] as const)))(
    'what a fault of the kind %s may leave out has a name',
    (_, choice) => {
      expectBoth([choice.label, choice.absent]);
      if (choice.offers === 'words') expectBoth(choice.words.map(({ label }) => label));
      if (choice.offers === 'processes') expectBoth([choice.present, choice.listLabel]);
    },
  );

  test('every group of the page has a name', () => {
    expectBoth(settingsGroups.map(({ label }) => label));
  });
});
