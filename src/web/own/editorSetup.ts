/** The parts of the editor. Its colours are the page's own variables, so it follows the theme by itself. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { localCompletionSource, typescriptLanguage } from '@codemirror/lang-javascript';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  LanguageSupport,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, type StateEffect } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Language } from '../../core/model/values/text';
import { completeApi, explainApi } from './editorApi';
import { litLines } from './litLine';

/** What a screen reader reads about the editor. */
export interface Spoken {
  readonly label: string;
  /** The id of the element that explains how to leave it. */
  readonly describedBy: string;
  readonly phrases: Readonly<Record<string, string>>;
}

const spokenPart = new Compartment();

export const setSpoken = ({
  label,
  describedBy,
  phrases,
  language,
}: Spoken & { language: Language }): StateEffect<unknown> =>
  spokenPart.reconfigure([
    EditorState.phrases.of(phrases),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      spellcheck: 'false',
      tabindex: '0',
    }),
    autocompletion({ override: [completeApi(language), localCompletionSource], icons: false }),
    explainApi(language),
  ]);

export const extensionsOf = (changed: (text: string) => void): Extension => [
  lineNumbers(),
  lintGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  new LanguageSupport(typescriptLanguage),
  syntaxHighlighting(highlights),
  litLines,
  theme,
  spokenPart.of([]),
  // After Escape, the next Tab leaves the editor: CodeMirror handles that.
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
  EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) changed(state.doc.toString());
  }),
];

/** As in the code of the built-in locks: only actors and verdicts have colours. */
const highlights = HighlightStyle.define([
  { tag: [tags.keyword, tags.moduleKeyword, tags.controlKeyword, tags.definitionKeyword], fontWeight: '600' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--muted)', fontWeight: '600' },
  { tag: [tags.typeName, tags.className], color: 'var(--muted)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--panel)', fontSize: 'inherit' },
  // The box around it shows the focus: the gutter would cover an outline here.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--muted)', border: '0' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--track)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--track)', outline: '1px solid var(--faint)' },
  '.cm-lit, &.cm-focused .cm-activeLine.cm-lit': {
    backgroundColor: 'var(--warning-soft)',
    boxShadow: 'inset 3px 0 var(--warning)',
  },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--broken)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warning)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--corner)',
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    maxWidth: 'min(440px, 92vw)',
    boxShadow: '0 4px 16px rgb(0 0 0 / 12%)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '40vh' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '4px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--ink)', color: 'var(--on-ink)' },
  '.cm-completionDetail': { marginLeft: '10px', fontStyle: 'normal', opacity: '0.75' },
  '.cm-completionInfo': { padding: '8px 10px', fontFamily: 'var(--sans)', lineHeight: '1.4' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: '4px solid var(--broken)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
});
