/** Completions and hover texts of the API, from its table. */
import type { CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import type { Language } from '../../core/model/values/text';
import { type ApiEntry, apiAfter, apiNamed } from '../../sandbox/own/api';

/** The name before a dot, which an index or a call may follow, and the beginning of the name after it. */
const afterDot = /([A-Za-z_$][\w$]*)(?:\[[^\]]*\]|\([^()]*\))*\??\.([\w$]*)$/;

export const completeApi =
  (language: Language): CompletionSource =>
  (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const [, owner = null, begun = /[\w$]*$/.exec(before)?.[0] ?? ''] = afterDot.exec(before) ?? [];
    if (owner === null && begun === '' && !context.explicit) return null;
    const entries = apiAfter(owner);
    if (entries.length === 0) return null;
    return {
      from: context.pos - begun.length,
      validFor: /^[\w$]*$/,
      options: entries.map((entry) => ({
        label: entry.name,
        detail: shortOf(entry),
        info: () => cardOf(entry, language),
        type: entry.signature.includes('(') ? 'function' : 'variable',
        boost: 1,
      })),
    };
  };

/** What follows the name in its signature, as far as there is room. */
const shortOf = ({ name, signature }: ApiEntry): string => {
  const behind = signature.slice(signature.indexOf(name) + name.length);
  return behind.length > 40 ? `${behind.slice(0, 39)}…` : behind;
};

export const explainApi = (language: Language): Extension =>
  hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    const word = view.state.wordAt(pos);
    if (word === null) return null;
    const before = afterDot.exec(line.text.slice(0, word.to - line.from));
    const entry = apiNamed(view.state.sliceDoc(word.from, word.to), before?.[1] ?? null);
    if (entry === null) return null;
    return { pos: word.from, end: word.to, create: () => ({ dom: cardOf(entry, language) }) };
  });

/** Signature, text and example of a name. */
function cardOf({ signature, text, example }: ApiEntry, language: Language): HTMLElement {
  const card = document.createElement('div');
  card.className = 'cm-completionInfo';
  const add = (name: 'code' | 'p' | 'pre', content: string): void => {
    const part = card.appendChild(document.createElement(name));
    part.textContent = content;
  };
  add('code', signature);
  add('p', text[language]);
  add('pre', example);
  return card;
}
