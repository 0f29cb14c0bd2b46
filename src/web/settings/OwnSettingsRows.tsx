// The settings that one process has of its own: its start, its clock, its latency, the nodes that it believes in.
import { useState } from 'react';
import { withDefaults } from '../../core/model/scenario/fields';
import { leaseName } from '../../core/model/scenario/lease';
import { isClient, type ProcessId, partsOf, roleOf } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import type { OwnSettings, Scenario, Settings } from '../../core/model/scenario/scenario';
import { ownFields } from '../../core/model/scenario/settingsFields';
import { ChooseRow } from '../fields/ChooseRow';
import { FieldRow } from '../fields/FieldRow';
import { ProcessPills } from '../fields/ProcessPills';
import { useDeferredRun } from '../state/deferredRun';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { currentParts } from '../state/parts';
import { useText, useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { LatencyToRows } from './LatencyToRows';
import { withOwn, withOwnOfLock } from './ownSettings';

type OwnPath = keyof typeof ownFields;

export function OwnSettingsRows() {
  const words = useWords();
  const panel = usePanelWords();
  const run = useDeferredRun();
  const committed = useEdition((state) => state.committed);
  const settings = useEdition((state) => shownScenario(state).settings);
  const setDraft = useEdition((state) => state.setDraft);
  const ids = run.trace.header.processes.map(({ id }) => id);
  const [chosen, setChosen] = useState<ProcessId>('client1');
  const process = ids.includes(chosen) ? chosen : (ids[0] ?? 'client1');
  const isOfClient = isClient(process);
  const own = settings.own?.[process];
  const nodes = ids.filter((id) => roleOf(id) === 'node');
  const paths = (Object.keys(ownFields) as OwnPath[]).filter(
    (path) => isOfClient || (path !== 'start' && path !== 'wakesTo' && path !== 'key'),
  );
  return (
    <>
      <ChooseRow
        label={panel.own.ownOf}
        value={process}
        options={ids.map((id) => ({ id, label: nameOf(id, words.process) }))}
        onChange={(id) => setChosen(id)}
      />
      {paths.map((path) => (
        <FieldRow
          key={`${process} ${path}`}
          field={ownFields[path]}
          value={effective(settings, process, own, path)}
          onDraft={(value) => setDraft(value === null ? null : withOwnAt(committed, process, path, value))}
          onCommit={(value) => propose(withOwnAt(committed, process, path, value))}
        />
      ))}
      {isOfClient && <OwnLeaseRow key={`${process} lease`} client={process} />}
      <LatencyToRows from={process} ids={ids} />
      {isOfClient && nodes.length > 1 && (
        <ProcessPills
          label={panel.own.nodeList}
          ids={nodes}
          chosen={own?.nodes ?? nodes}
          onChange={(list) =>
            propose(withOwn(committed, process, 'nodes', list.length === nodes.length ? undefined : list))
          }
        />
      )}
    </>
  );
}

/** The value in effect: the process's own, or the one that follows from the common settings. */
function effective(settings: Settings, process: ProcessId, own: OwnSettings | undefined, path: OwnPath): unknown {
  switch (path) {
    case 'start':
      return own?.start ?? (partsOf(process).number - 1) * settings.stagger;
    case 'clock.offset':
      return own?.clock?.offset ?? 0;
    case 'clock.ppm':
      return own?.clock?.ppm ?? 0;
    case 'latency':
      return own?.latency ?? settings.latency;
    case 'key':
    case 'wakesTo':
      return own?.[path] ?? ownFields[path].default;
    default:
      return path satisfies never;
  }
}

function withOwnAt(scenario: Scenario, process: ProcessId, path: OwnPath, value: unknown): Scenario {
  const [first = '', second] = path.split('.');
  const inner = second === undefined ? value : { ...scenario.settings.own?.[process]?.clock, [second]: value };
  return withOwn(scenario, process, first as keyof OwnSettings, inner as OwnSettings[keyof OwnSettings]);
}

/** Nothing for a lock without expiry, or if its service keeps the lease. */
function OwnLeaseRow({ client }: { readonly client: ProcessId }) {
  const panel = usePanelWords();
  const text = useText();
  const committed = useEdition((state) => state.committed);
  const setDraft = useEdition((state) => state.setDraft);
  const scenario = useEdition(shownScenario);
  const { lock } = scenario;
  const fields = currentParts().locks.get(lock.id)?.fields ?? {};
  const name = leaseName(fields, lock.settings);
  const field = name === undefined ? undefined : fields[name];
  if (name === undefined || field === undefined || field.isOfService) return null;
  const ofAll = withDefaults(fields, lock.settings)[name];
  const own = scenario.settings.own?.[client]?.lock;
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
