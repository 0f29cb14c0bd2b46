// What one process has of its own: when it starts, how its clock runs, its latency.
import { useState } from 'react';
import type { OwnSettings, ProcessId, Scenario, Settings } from '../../model/scenario';
import { ownFields } from '../../model/settingsFields';
import { ChooseRow } from '../faults/ChooseRow';
import { FieldRow } from '../fields/FieldRow';
import { useWords } from '../i18n';
import { processName } from '../processNames';
import { useDeferredRun } from '../state/deferredRun';
import { propose } from '../state/proposal';
import { shownScenario, useScenario } from '../state/scenario';

type OwnPath = keyof typeof ownFields;

export function OwnSettingsRows() {
  const words = useWords();
  const run = useDeferredRun();
  const committed = useScenario((state) => state.committed);
  const settings = useScenario((state) => shownScenario(state).settings);
  const setDraft = useScenario((state) => state.setDraft);
  const ids = run.trace.header.processes.map(({ id }) => id);
  const [chosen, setChosen] = useState<ProcessId>('client1');
  const process = ids.includes(chosen) ? chosen : (ids[0] ?? 'client1');
  const isClient = process.startsWith('client');
  const own = settings.own?.[process];
  const paths = (Object.keys(ownFields) as OwnPath[]).filter(
    (path) => isClient || (path !== 'start' && path !== 'wakesTo'),
  );
  return (
    <>
      <ChooseRow
        label={words('settings.ownOf')}
        value={process}
        options={ids.map((id) => ({ id, label: processName(words, id) }))}
        onChange={(id) => setChosen(id as ProcessId)}
      />
      {paths.map((path) => (
        <FieldRow
          key={`${process} ${path}`}
          field={ownFields[path]}
          value={effective(settings, process, own, path)}
          onDraft={(value) => setDraft(value === null ? null : withOwn(committed, process, path, value))}
          onCommit={(value) => propose(withOwn(committed, process, path, value))}
        />
      ))}
    </>
  );
}

/** What is in effect: the process' own, else what follows from the settings of all. */
function effective(settings: Settings, process: ProcessId, own: OwnSettings | undefined, path: OwnPath): unknown {
  switch (path) {
    case 'start':
      return own?.start ?? (Number(process.slice(6)) - 1) * settings.stagger;
    case 'clock.offset':
      return own?.clock?.offset ?? 0;
    case 'clock.ppm':
      return own?.clock?.ppm ?? 0;
    case 'latency':
      return own?.latency ?? settings.latency;
    case 'wakesTo':
      return own?.wakesTo ?? ownFields.wakesTo.default;
    default:
      return path satisfies never;
  }
}

function withOwn(scenario: Scenario, process: ProcessId, path: OwnPath, value: unknown): Scenario {
  const { settings } = scenario;
  const before = settings.own?.[process];
  const [first = '', second] = path.split('.');
  const inner = second === undefined ? value : { ...before?.clock, [second]: value };
  return { ...scenario, settings: { ...settings, own: { ...settings.own, [process]: { ...before, [first]: inner } } } };
}
