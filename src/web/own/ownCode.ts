/**
 * The reader's code: two files, and the check of writes. This browser keeps it. Code that a template replaces can be
 * restored.
 */
import { create } from 'zustand';
import type { SharedCode } from '../../core/model/links/codeLink';
import { brokenLockOf } from '../../sandbox/own/broken/broken';
import type { OwnCode, OwnFile } from '../../sandbox/own/ownCalls';
import type { Template } from '../../sandbox/own/templates/template';
import { firstTemplate, templates } from '../../sandbox/own/templates/templates';
import { keep, readKept } from './kept';

/** What checks a write at the resource: nothing, its version, or the reader's own file. */
export type Guard = 'none' | 'version' | 'own';

export interface Written {
  readonly lock: string;
  readonly check: string;
  readonly guard: Guard;
  /** It came with a link, and runs only after a press. */
  readonly isWaiting: boolean;
  /** The code that a template or a link has replaced. Null: no code was replaced, or the reader has dismissed it. */
  readonly before: Before | null;
}

interface Before extends Pick<Written, 'lock' | 'check' | 'guard' | 'isWaiting'> {
  /** The id of the template that replaced it. */
  readonly template: string;
}

/** The id that stands for a link instead of a template. */
export const aLink = 'link';

interface OwnCodeState extends Written {
  readonly write: (file: OwnFile, text: string) => void;
  readonly guardBy: (guard: Guard) => void;
  /** A template may bring its own guard; the guard leaves with the template. */
  readonly begin: (template: Template & { readonly guard?: Guard }) => void;
  /** Takes received code. The reader's own code stays as it is. */
  readonly receive: (shared: SharedCode) => void;
  readonly allow: () => void;
  readonly bringBack: () => void;
  readonly dismiss: () => void;
}

const fresh: Written = {
  lock: firstTemplate.lock,
  check: firstTemplate.check,
  guard: 'none',
  isWaiting: false,
  before: null,
};

export const useOwnCode = create<OwnCodeState>()((set, get) => ({
  ...fresh,
  write: (file, text) => set(file === 'lock' ? { lock: text } : { check: text }),
  guardBy: (guard) => set({ guard }),
  begin: ({ id, lock, check, guard }) => {
    const now = get();
    const own = brokenLockOf(now.lock) === undefined ? now.guard : (now.before?.guard ?? 'none');
    set({ lock, check, guard: guard ?? own, isWaiting: false, before: replacedBy(id, now) });
  },
  receive: ({ lock, check, guard }) => {
    const now = get();
    const code = { lock, check: check ?? firstTemplate.check };
    if (now.lock === code.lock && now.check === code.check) set({ guard });
    else set({ ...code, guard, isWaiting: true, before: replacedBy(aLink, now) });
  },
  allow: () => set({ isWaiting: false }),
  bringBack: () => {
    const { before } = get();
    if (before === null) return;
    const { lock, check, guard, isWaiting } = before;
    set({ lock, check, guard, isWaiting, before: null });
  },
  dismiss: () => set({ before: null }),
}));

/** Restores what this browser kept, and keeps what is written from now on. */
export function startKeeping(): void {
  useOwnCode.setState(readKept() ?? {});
  useOwnCode.subscribe(keep);
}

/** An unchanged template is no loss. */
function replacedBy(template: string, now: Written): Before | null {
  const { lock, check, guard, isWaiting, before } = now;
  if (!isTemplate(now)) return { lock, check, guard, isWaiting, template };
  return before === null ? null : { ...before, template };
}

const isTemplate = ({ lock, check }: Pick<Written, 'lock' | 'check'>): boolean =>
  brokenLockOf(lock)?.check === check ||
  templates.some((template) => template.lock === lock && template.check === check);

/** The code as a link carries it. An unchanged check is left out. */
export const sentFrom = ({ lock, check, guard }: Written, faults: SharedCode['faults']): SharedCode => ({
  lock,
  check: guard === 'own' || check !== firstTemplate.check ? check : null,
  guard,
  faults,
});

/** The code as it is sent to the sandbox. */
export const codeOf = ({ lock, check, guard }: Written): OwnCode => ({ lock, check: guard === 'own' ? check : null });
