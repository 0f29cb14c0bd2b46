// The editor of a reader's files: CodeMirror. It is loaded separately, since it is as large as the rest of the page.
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { OwnFile } from '../../sandbox/own/ownCalls';
import { useLanguage } from '../words/i18n';
import styles from './Code.module.css';
import { type Marked, markProblems } from './editorProblems';
import { extensionsOf, type Spoken, setSpoken } from './editorSetup';
import { lightLine } from './litLine';

export interface CodeEditorProps {
  readonly file: OwnFile;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** It can be read but not changed. This does not change during its life. */
  readonly isFixed: boolean;
  /** The problems of this file. */
  readonly problems: readonly Marked[];
  /** The line that runs at the playhead, from 1; null: no line. */
  readonly lit: number | null;
  readonly spoken: Spoken;
}

export function CodeEditor({ file, text, onChange, isFixed, problems, lit, spoken }: CodeEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useLatest(onChange);
  const openFile = useShown(view, box, { file, text, isFixed, changed });
  const language = useLanguage();
  useEffect(() => {
    if (openFile) view.current?.dispatch({ effects: setSpoken({ ...spoken, language }) });
  }, [openFile, spoken, language]);
  useEffect(() => {
    const { current } = view;
    // A template, or restored code: one step of undo like any other.
    if (current !== null && current.state.doc.toString() !== text)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    if (openFile !== null && view.current !== null) view.current.dispatch(markProblems(view.current.state, problems));
  }, [openFile, problems]);
  useEffect(() => {
    if (openFile !== null) view.current?.dispatch({ effects: lightLine.of(lit) });
  }, [openFile, lit]);
  return <div ref={box} className={`normal grows ${styles.editor}`} data-editor />;
}

function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

interface Shown {
  readonly file: OwnFile;
  readonly text: string;
  readonly isFixed: boolean;
  readonly changed: { readonly current: (text: string) => void };
}

/**
 * Each file keeps its own history, selection and scroll while the other one is shown. Returns the file that is shown.
 */
/** It keeps the keyboard focus, so that it can be scrolled and copied. */
const fixed = EditorState.readOnly.of(true);

function useShown(
  view: React.RefObject<EditorView | null>,
  box: React.RefObject<HTMLDivElement | null>,
  { file, text, isFixed, changed }: Shown,
): OwnFile | null {
  const fileStates = useRef(new Map<OwnFile, EditorState>());
  const openFile = useRef<OwnFile | null>(null);
  const first = useRef(text);
  first.current = text;
  useEffect(() => {
    if (box.current === null) return;
    const editor = new EditorView({ parent: box.current });
    view.current = editor;
    return () => {
      if (openFile.current !== null) fileStates.current.set(openFile.current, editor.state);
      openFile.current = null;
      view.current = null;
      editor.destroy();
    };
  }, [view, box]);
  useEffect(() => {
    const { current } = view;
    if (current === null || openFile.current === file) return;
    if (openFile.current !== null) fileStates.current.set(openFile.current, current.state);
    const before = fileStates.current.get(file);
    const extensions = [extensionsOf((changedTo) => changed.current(changedTo)), isFixed ? fixed : []];
    current.setState(before ?? EditorState.create({ doc: first.current, extensions }));
    openFile.current = file;
  }, [view, file, isFixed, changed]);
  return file;
}
