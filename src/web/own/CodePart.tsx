// The reader's files, one at a time, with templates and with problems at their lines.

import { bisectRight } from 'd3-array';
import { useId, useMemo, useState } from 'react';
import { withGap } from '../../core/model/values/joinedTexts';
import { brokenLockOf, brokenLocks } from '../../sandbox/own/broken/broken';
import type { OwnFile } from '../../sandbox/own/ownCalls';
import { templates } from '../../sandbox/own/templates/templates';
import { Button } from '../parts/Button';
import { Choose } from '../parts/Choose';
import { later } from '../parts/later';
import { Notice } from '../parts/Notice';
import { Segmented } from '../parts/Segmented';
import { useCursor } from '../state/cursor';
import { useShownLive } from '../state/shownLive';
import { useText } from '../words/i18n';
import { beginBroken, leaveBreak } from './brokenRuns';
import styles from './Code.module.css';
import type { CodeEditorProps } from './CodeEditor';
import { Guards } from './Guards';
import { aLink, useOwnCode } from './ownCode';
import { useOwnRuns } from './ownRuns';
import { useOwnWords } from './ownWords';
import { Problems } from './Problems';
import { isWarning, useProblems, useProblemText } from './problemText';
import { SentCodeNotice } from './SentCodeNotice';
import type { Following } from './useOwnRun';

const CodeEditor = later<CodeEditorProps>(async () => (await import('./CodeEditor')).CodeEditor, {
  meanwhile: Loading,
});

export const loadEditor = CodeEditor.load;

const files: readonly OwnFile[] = ['lock', 'check'];

interface CodePartProps {
  readonly following: Following;
  /** Called when the code of a link may run. */
  readonly onRun: () => void;
}

export function CodePart({ following, onRun }: CodePartProps) {
  const words = useOwnWords();
  const [file, setFile] = useState<OwnFile>('lock');
  return (
    <div className="stack fills">
      <div className={`row wrap line-below gap-5 rows-4 pad-y-4 pad-x-5 ${styles.tabs}`}>
        <Segmented<OwnFile>
          label={words.filesLabel}
          value={file}
          options={files.map((id) => ({ id, label: words.files[id] }))}
          onChange={setFile}
        />
        {file === 'lock' ? <Templates /> : <Guards />}
      </div>
      <SentCodeNotice onRun={onRun} />
      <Replaced />
      {file === 'lock' && <AboutBroken />}
      {file === 'lock' && <p className="line-below quiet airy pad-y-3 pad-x-5">{words.paste}</p>}
      {file === 'check' && <GuardNote />}
      <CodeFile file={file} following={following} />
    </div>
  );
}

interface CodeFileProps {
  readonly file: OwnFile;
  readonly following: Following;
  /** It can be read but not changed. */
  readonly isFixed?: boolean;
}

export function CodeFile({ file, following, isFixed = false }: CodeFileProps) {
  const words = useOwnWords();
  const id = useId();
  const text = useOwnCode((state) => state[file]);
  const write = useOwnCode((state) => state.write);
  const problems = useMarked(file);
  const lit = useLitLine(file);
  const spoken = { label: words.files[file], describedBy: id, phrases: words.phrases };
  return (
    <>
      <CodeEditor
        file={file}
        text={text}
        isFixed={isFixed}
        onChange={(changed) => {
          write(file, changed);
          // A check takes effect as soon as it is written.
          if (file === 'check') useOwnCode.getState().guardBy('own');
        }}
        problems={problems}
        lit={lit}
        spoken={spoken}
      />
      <Problems {...following} />
      {!isFixed && (
        <p id={id} className="line-above normal quiet airy pad-y-4 pad-x-5">
          {words.keys}
        </p>
      )}
    </>
  );
}

function useMarked(file: OwnFile): CodeEditorProps['problems'] {
  const problems = useProblems();
  const textOf = useProblemText();
  return useMemo(
    () =>
      problems.flatMap((problem) =>
        problem.place?.file === file && !problem.isRefusal
          ? [{ place: problem.place, message: textOf(problem).message, isWarning: isWarning(problem) }]
          : [],
      ),
    [problems, textOf, file],
  );
}

function Templates() {
  const words = useOwnWords();
  const text = useText();
  const begin = useOwnCode((state) => state.begin);
  const lock = useOwnCode((state) => state.lock);
  const chosen = brokenLockOf(lock) ?? templates.find((template) => template.lock === lock);
  const options = [
    ...templates.map(({ id, title }) => ({ id, label: text(title) })),
    ...brokenLocks.map(({ id, title }) => ({ id, label: text(title), group: words.broken.group })),
  ];
  return (
    <Choose
      label={words.templates}
      value={chosen?.id ?? ''}
      options={chosen === undefined ? [{ id: '', label: words.choose }, ...options] : options}
      title={chosen === undefined ? words.templates : text(chosen.about)}
      onChange={(id) => {
        const broken = brokenLocks.find((one) => one.id === id);
        if (broken !== undefined) return beginBroken(broken, text(broken.title));
        const template = templates.find((one) => one.id === id);
        if (template === undefined) return;
        begin(template);
        leaveBreak();
      }}
    />
  );
}

/** Code that a template or a link has replaced can be restored, even after a reload. */
function Replaced() {
  const words = useOwnWords();
  const text = useText();
  const { before, bringBack, dismiss } = useOwnCode();
  const template = [...templates, ...brokenLocks].find(({ id }) => id === before?.template);
  const by = before?.template === aLink ? words.sent.replaced : template && words.replaced(text(template.title));
  if (before === null || by === undefined) return null;
  return (
    <div className={styles.replaced}>
      <Notice role="status" dismissLabel={words.dismiss} onDismiss={dismiss} line={by}>
        <Button
          onClick={() => {
            bringBack();
            leaveBreak();
          }}
        >
          {words.bringBack}
        </Button>
      </Notice>
    </div>
  );
}

function GuardNote() {
  const words = useOwnWords();
  const guard = useOwnCode((state) => state.guard);
  return <p className="line-below quiet airy pad-y-4 pad-x-5">{words.guardNotes[guard]}</p>;
}

function Loading() {
  const words = useOwnWords();
  return <p className={`quiet grows pad-y-5 pad-x-5 ${styles.loading}`}>{words.loading}</p>;
}

/** Above the code of a broken lock: what is wrong with it, how its run ended, and the button that fixes it. */
function AboutBroken() {
  const words = useOwnWords();
  const text = useText();
  const lock = useOwnCode((state) => state.lock);
  const write = useOwnCode((state) => state.write);
  const outcome = useOwnRuns(({ shown, run }) => (shown?.code.lock === lock ? run?.verdict.outcome : undefined));
  const broken = brokenLockOf(lock);
  if (broken === undefined) return null;
  const isFixed = lock === broken.fixedCode;
  return (
    <section className={styles.sent} aria-label={text(broken.title)}>
      <p role="status">
        {withGap(text(isFixed ? broken.fix : broken.about))}
        {outcome !== undefined && <b>{words.broken.inThisRun(words.outcomes[outcome])}</b>}
      </p>
      <Button
        look={isFixed ? 'outline' : 'ink'}
        onClick={() => write('lock', isFixed ? broken.lock : broken.fixedCode)}
      >
        {isFixed ? words.broken.breakAgain : words.broken.fix}
      </Button>
    </section>
  );
}

/** From 1; null: no line has run yet, or the code has changed since. */
function useLitLine(file: OwnFile): number | null {
  const ownRun = useOwnRuns((state) => state.ownRun);
  const ran = useOwnRuns((state) => state.shown?.code.lock);
  // A run on real Redis comes from a file, and not from the code in the editor.
  const isLive = useShownLive() !== null;
  const isRun = useOwnCode((state) => state.lock === ran) && file === 'lock';
  const lines = useMemo(
    () => (ownRun === null ? [] : ownRun.lines.map(({ seq, line }) => ({ at: ownRun.trace.at[seq] ?? 0, line }))),
    [ownRun],
  );
  const instants = useMemo(() => lines.map(({ at }) => at), [lines]);
  const line = useCursor(({ at }) => lines[bisectRight(instants, at) - 1]?.line ?? null);
  return isRun && !isLive ? line : null;
}
