// The files that run, unchanged, with the line at which each client is. A pause can be inserted between two lines.

import { Pause } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { type ParsedToken, parse } from 'sugar-high/core';
import { tokenize } from 'sugar-high/lang/typescript';
import { isClient, type ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import type { Run } from '../../core/model/trace/run';
import { addFault } from '../edit/addFault';
import { useFaultRules } from '../edit/context';
import { stepAt } from '../inspector/momentAt';
import { Segmented } from '../parts/Segmented';
import { useCursor } from '../state/cursor';
import { useDeferredRun } from '../state/deferredRun';
import { useEdition } from '../state/edition';
import { titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { useJob } from '../state/useJob';
import { useText, useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { processColour, processTextColour } from '../words/processNames';
import styles from './CodePanel.module.css';
import { bodyStart, stepLines } from './stepLines';
import { indentOf, Tokens } from './Tokens';

/** The source files that run, as text. Each is loaded when it is shown. */
const files = import.meta.glob<string>(
  ['../../core/clients/*.ts', '../../core/locks/*/lock.ts', '../../core/storage/*.ts'],
  {
    query: '?raw',
    import: 'default',
  },
);

/**
 * Rejects if there is no such file or if it cannot be loaded.
 * @param path below `src/`: `core/locks/redlock/lock.ts`
 */
async function loadSource(path: string): Promise<string> {
  const load = files[`../../${path}`];
  if (load === undefined) throw new Error(`There is no source ${path}.`);
  return load();
}

type Part = 'round' | 'lock' | 'storage';

export function CodePanel() {
  const run = useDeferredRun();
  const words = useWords();
  const panel = usePanelWords();
  const text = useText();
  const [part, setPart] = useState<Part>('round');
  const { lock, storage } = run.scenario;
  const paths: Readonly<Record<Part, string>> = {
    round: currentParts().client.source,
    lock: currentParts().locks.get(lock.id)?.source ?? '',
    storage: currentParts().resources.get(storage.id)?.source ?? '',
  };
  return (
    <div className="stack fills gap-4 starts">
      <Segmented
        look="small"
        label={words.code.tab}
        value={part}
        options={[
          { id: 'round', label: panel.code.round },
          { id: 'lock', label: currentParts().locks.has(lock.id) ? text(titleOf(lock)) : panel.code.lock },
          { id: 'storage', label: panel.code.storage },
        ]}
        onChange={setPart}
      />
      <Source path={paths[part]} run={run} />
    </div>
  );
}

function Source({ path, run }: { readonly path: string; readonly run: Run }) {
  const panel = usePanelWords();
  const { value: source, error } = useJob([path], () => loadSource(path));
  if (error !== null) return <p>{panel.code.failed(error.message)}</p>;
  return (
    <>
      <p className={`quiet ${styles.path}`}>src/{path}</p>
      {source !== null && <Lines source={source} run={run} />}
    </>
  );
}

interface Here {
  readonly id: ProcessId;
  readonly step: string;
}

/** `client1 write, client2 read`. It is text, so that the lines are drawn again only when a client has moved on. */
function useClientSteps({ trace }: Run): readonly Here[] {
  const joined = useCursor(({ at }) =>
    trace.header.processes
      .map(({ id, role }, i) => (role === 'client' ? `${id} ${stepAt(trace, i, at) ?? ''}` : ''))
      .filter(Boolean)
      .join(','),
  );
  return useMemo(
    () =>
      joined
        .split(',')
        .map((entry) => entry.split(' '))
        .flatMap(([id, step]) =>
          id === undefined || step === undefined || step === '' ? [] : [{ id: id as ProcessId, step }],
        ),
    [joined],
  );
}

function Lines({ source, run }: { readonly source: string; readonly run: Run }) {
  const box = useRef<HTMLDivElement>(null);
  const steps = useMemo(() => stepLines(source), [source]);
  const labels = useMemo(() => new Map([...steps].map(([label, line]) => [line, label])), [steps]);
  const lines = useMemo(() => parse(source.trimEnd(), { tokenize }).lines.map(({ tokens }) => tokens), [source]);
  const start = useMemo(() => bodyStart(source), [source]);
  const here = useClientSteps(run);
  const movedTo = useMovedTo(here, steps);
  useEffect(() => {
    const line =
      movedTo === null ? null : (box.current?.querySelector<HTMLElement>(`[data-line="${movedTo}"]`) ?? null);
    if (line !== null && box.current !== null) scrollWithin(box.current, line);
  }, [movedTo]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section ref={box} className={styles.box} tabIndex={0} aria-label="TypeScript">
      {lines.map((tokens, i) =>
        i < start ? null : (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: the line's number is what it is.
            key={i}
            number={i}
            tokens={tokens}
            step={labels.get(i) ?? null}
            clients={here
              .filter(({ step }) => steps.get(step) === i)
              .map(({ id }) => id)
              .join(' ')}
          />
        ),
      )}
    </section>
  );
}

/** The line of the client that moved last. */
function useMovedTo(here: readonly Here[], steps: ReadonlyMap<string, number>): number | null {
  const before = useRef<readonly Here[]>([]);
  const movedTo = useRef<number | null>(null);
  const moved = here.find(
    ({ id, step }) => before.current.find((other) => other.id === id)?.step !== step && steps.has(step),
  );
  if (moved !== undefined) movedTo.current = steps.get(moved.step) ?? null;
  useEffect(() => {
    before.current = here;
  }, [here]);
  return movedTo.current;
}

function scrollWithin(box: HTMLElement, line: HTMLElement): void {
  // The lines are positioned relative to the box.
  const top = line.offsetTop;
  const isVisible = top >= box.scrollTop && top + line.offsetHeight <= box.scrollTop + box.clientHeight;
  if (!isVisible) box.scrollTop = top - box.clientHeight / 2;
}

interface LineProps {
  readonly number: number;
  readonly tokens: readonly ParsedToken[];
  /** The step on this line, if there is one. */
  readonly step: string | null;
  /** The clients on this line, separated by spaces. */
  readonly clients: string;
}

const Line = memo(function Line({ number, tokens, step, clients }: LineProps) {
  const ids = clients === '' ? [] : (clients.split(' ') as ProcessId[]);
  const first = ids[0];
  return (
    <div
      className={styles.line}
      data-line={number}
      data-here={first !== undefined}
      style={{
        paddingLeft: `${indentOf(tokens) + 3}ch`,
        ...(first === undefined ? {} : { boxShadow: `inset 3px 0 ${processColour(first)}` }),
      }}
    >
      <Tokens tokens={tokens} />
      {ids.map((id) => (
        <Marker key={id} id={id} />
      ))}
      {step !== null && <PauseHere step={step} />}
    </div>
  );
});

function Marker({ id }: { readonly id: ProcessId }) {
  const words = useWords();
  const panel = usePanelWords();
  return (
    <span
      className="firm bold"
      style={{ color: processTextColour(id) }}
      title={panel.code.at(nameOf(id, words.process))}
    >
      ◀ {words.onTimeline.processShort(id)}
    </span>
  );
}

/** Adds a pause before whatever follows this step, on the selected client or on client 1. */
function PauseHere({ step }: { readonly step: string }) {
  const words = useWords();
  const panel = usePanelWords();
  const process = useEdition(({ selection }) =>
    selection?.kind === 'process' && isClient(selection.id) ? selection.id : 'client1',
  );
  const rules = useFaultRules();
  const label = panel.code.pauseHere({ who: nameOf(process, words.process), step });
  return (
    <button
      type="button"
      className={`chip centred firm framed on-panel quiet ${styles.pause}`}
      aria-label={label}
      data-tip={label}
      onClick={() => addFault('pause', { process, when: { kind: 'step', process, step, nth: 1 } }, rules)}
    >
      <Pause size={11} fill="currentColor" aria-hidden />
    </button>
  );
}
