// The settings that one process has of its own: its start, its clock, its latency, the nodes that it believes in.
import { useState } from 'react';
import { isClient, type ProcessId, partsOf, roleOf } from '../../core/model/processId';
import { nameOf } from '../../core/model/processName';
import type { OwnSettings, Scenario, Settings } from '../../core/model/scenario';
import { ownFields } from '../../core/model/settingsFields';
import { ChooseRow } from '../fields/ChooseRow';
import { FieldRow } from '../fields/FieldRow';
import { ProcessPills } from '../fields/ProcessPills';
import { useDeferredRun } from '../state/deferredRun';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { LatencyToRows } from './LatencyToRows';
import { OwnLeaseRow } from './OwnLeaseRow';
import { withOwn } from './ownSettings';

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
