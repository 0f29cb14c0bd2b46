// The help's table: what notifies a client that its lock is lost, when, and what usually follows. Loaded when it is
// opened.

import { Sheet } from '../parts/Sheet';
import { shownScenario, useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import styles from './LossSheet.module.css';

export function LossSheet() {
  const { loss } = usePanelWords();
  const text = useText();
  const lockId = useEdition((state) => shownScenario(state).lock.id);
  return (
    <Sheet title={loss.title} width={980}>
      <p className={`quiet ${styles.lead}`}>{loss.lead}</p>
      {/* The roles are explicit, because a narrow screen lays the rows out as blocks. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: without them, a table of blocks is no table to a screen reader. */}
      <table className={`tight ${styles.table}`} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {[loss.lock, loss.by, loss.when, loss.usually].map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {[...currentParts().locks.values()].map(({ id, title, lossReport: { by, when, usually } }) => (
            <tr key={id} role="row" aria-current={id === lockId ? 'true' : undefined}>
              <th role="rowheader" scope="row">
                {text(title)}
                {id === lockId && <span className="block quiet normal regular">{loss.here}</span>}
              </th>
              <td role="cell" data-label={loss.by}>
                {loss.names[by]}
              </td>
              <td role="cell" data-label={loss.when}>
                {text(when)}
              </td>
              <td role="cell" data-label={loss.usually}>
                {text(usually)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above. */}
    </Sheet>
  );
}
