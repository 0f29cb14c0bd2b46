// The lease that one client asks for, in place of the common one: two versions of a program run side by side.
import { withDefaults } from '../../core/model/fields';
import { leaseName } from '../../core/model/lease';
import type { ProcessId } from '../../core/model/processId';
import { FieldRow } from '../fields/FieldRow';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { withOwnOfLock } from './ownSettings';

/** Nothing for a lock without expiry, or if its service keeps the lease. */
export function OwnLeaseRow({ client }: { readonly client: ProcessId }) {
  const panel = usePanelWords();
  const text = useText();
  const committed = useEdition((state) => state.committed);
  const setDraft = useEdition((state) => state.setDraft);
  const shown = useEdition(shownScenario);
  const { lock } = shown;
  const fields = currentParts().locks.get(lock.id)?.fields ?? {};
  const name = leaseName(fields, lock.settings);
  const field = name === undefined ? undefined : fields[name];
  if (name === undefined || field === undefined || field.isOfService) return null;
  const ofAll = withDefaults(fields, lock.settings)[name];
  const own = shown.settings.own?.[client]?.lock;
  const withValue = (value: unknown) =>
    withOwnOfLock(committed, client, name, value === ofAll ? undefined : Number(value));
  return (
    <FieldRow
      field={field}
      label={panel.own.itsOwn(text(field.label))}
      value={own?.id === lock.id ? (own.settings?.[name] ?? ofAll) : ofAll}
      onDraft={(value) => setDraft(value === null ? null : withValue(value))}
      onCommit={(value) => propose(withValue(value))}
    />
  );
}
