// From a run to the table “What breaks what”: the row of its lock with its check, and the questions that lead to a
// lock.

import { useMemo } from 'react';
import { findWords } from '../../content/texts/find';
import { rowOf } from '../../search/matrix/rowOf';
import { writeTableAddress } from '../../search/matrix/tableAddress';
import { useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';
import styles from './TableLinks.module.css';

export function TableLinks() {
  const words = useText()(findWords).table;
  const committed = useEdition((state) => state.committed);
  // The edition changes at each move of a drag, and the committed scenario does not.
  const address = useMemo(() => rowAddress(committed), [committed]);
  return (
    <p className={`flex wrap above-1 ${styles.links}`}>
      <a href={`matrix/${address}`}>{words.row}</a>
      <a href="matrix/#which">{words.which}</a>
    </p>
  );
}

type Committed = Parameters<typeof rowOf>[0] & { readonly storage: { readonly id: string } };

/** Every check has its table; a test ensures that. */
export function rowAddress(scenario: Committed): string {
  const { lock, storage } = scenario;
  const row = rowOf(scenario, currentParts().locks.get(lock.id)?.fields ?? {});
  const address = { rows: row === null ? [] : [row.id], kind: null, check: storage.id, leases: 'own' } as const;
  return writeTableAddress(address, { rows: [], kinds: [], checks: ['no-check'] });
}
