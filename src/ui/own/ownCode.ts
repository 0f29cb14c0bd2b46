/** What a reader has written: two files, and what checks the writes. This browser keeps it, and a template takes nothing away for good. */
import { create } from 'zustand';
import type { OwnCode, OwnFile } from '../../own/session';
import type { Template } from '../../own/templates/template';
import { firstTemplate, templates } from '../../own/templates/templates';
import { keep, readKept } from './kept';

/** What checks a write at the resource: nothing, its version, or the reader's own file. */
export type Guard = 'none' | 'version' | 'own';

export interface Written {
  readonly lock: string;
  readonly check: string;
  readonly guard: Guard;
  /** The code that a template has replaced, and the id of that template. Null: none has, or the reader has dismissed it. */
  readonly before: { readonly lock: string; readonly check: string; readonly template: string } | null;
}

interface OwnCodeState extends Written {
  readonly write: (file: OwnFile, text: string) => void;
  readonly guardBy: (guard: Guard) => void;
  readonly begin: (template: Template) => void;
  readonly bringBack: () => void;
  readonly dismiss: () => void;
}

const fresh: Written = { lock: firstTemplate.lock, check: firstTemplate.check, guard: 'none', before: null };

export const useOwnCode = create<OwnCodeState>()((set, get) => ({
  ...(readKept() ?? fresh),
  write: (file, text) => set(file === 'lock' ? { lock: text } : { check: text }),
  guardBy: (guard) => set({ guard }),
  begin: ({ id, lock, check }) => {
    const now = get();
    // What a template wrote and nobody changed is no loss.
    const before = isTemplate(now) ? now.before : { lock: now.lock, check: now.check, template: id };
    set({ lock, check, before: before === null ? null : { ...before, template: id } });
  },
  bringBack: () => {
    const { before } = get();
    if (before !== null) set({ lock: before.lock, check: before.check, before: null });
  },
  dismiss: () => set({ before: null }),
}));

useOwnCode.subscribe(keep);

const isTemplate = ({ lock, check }: Pick<Written, 'lock' | 'check'>): boolean =>
  templates.some((template) => template.lock === lock && template.check === check);

/** The code as the sandbox is asked about it. */
export const codeOf = ({ lock, check, guard }: Written): OwnCode => ({ lock, check: guard === 'own' ? check : null });
