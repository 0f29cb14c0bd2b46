/** The line that runs at the playhead. */
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** A line, from 1; null: no line. */
export const lightLine = StateEffect.define<number | null>();

const lit = Decoration.line({ class: 'cm-lit' });

export const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { effects, changes, state }) => {
    const asked = effects.findLast((effect) => effect.is(lightLine));
    if (asked === undefined) return before.map(changes);
    // The code may have become shorter since it ran.
    if (asked.value === null || asked.value > state.doc.lines) return Decoration.none;
    return Decoration.set([lit.range(state.doc.line(asked.value).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});
