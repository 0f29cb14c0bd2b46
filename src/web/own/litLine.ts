/** The line that runs at the playhead. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** A line, from 1; null: no line. */
export const lightLine = StateEffect.define<number | null>();

const lit = Decoration.line({ class: 'cm-lit' });

export const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { effects, changes, state }) => {
    const request = effects.findLast((effect) => effect.is(lightLine));
    if (request === undefined) return before.map(changes);
    // The code may have become shorter since it ran.
    if (request.value === null || request.value > state.doc.lines) return Decoration.none;
    return Decoration.set([lit.range(state.doc.line(request.value).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});
