/** Listens for keys and runs their commands, unless a person is typing or a control needs the key itself. */
import { useEffect, useEffectEvent } from 'react';
import type { FaultRules } from '../edit/faultRules';
import { usePreferences } from '../state/preferences';
import { commandFor, type Shortcut } from './commandFor';
import { followFocus, isDoneWith } from './focusByPointer';

/** @param own shortcuts of the app, before those of the table */
export function useShortcuts(rules: FaultRules, own?: readonly Shortcut[]): void {
  useEffect(followFocus, []);
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const command = commandFor(event, usePreferences.getState().shortcuts, own);
    if (command === undefined || isTaken(event)) return;
    event.preventDefault();
    command.run(rules);
  });
  useEffect(() => {
    // A finished control does not receive the key.
    const onFirst = (event: KeyboardEvent): void => {
      if (!isFree(event.target)) return;
      press(event);
      // A letter without a meaning here would choose an option in a closed list.
      if (event.target instanceof HTMLSelectElement && isPlainLetter(event)) event.preventDefault();
      if (event.defaultPrevented) event.stopPropagation();
    };
    // Firefox clicks a button when the space bar is released.
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.code === 'Space' && isFree(event.target)) event.preventDefault();
    };
    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener('keydown', onFirst, { capture: true, signal });
    window.addEventListener('keydown', (event) => press(event), { signal });
    window.addEventListener('keyup', onKeyUp, { capture: true, signal });
    return () => ending.abort();
  }, []);
}

const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
/** Controls that use arrows, Home and End themselves. */
const moving = 'input[type="radio"], [role="tablist"], [role="slider"], [role="listbox"], [role="menu"]';
const pressing = 'input, button, a, summary, [role="button"]';

/** The timeline handles its own walking, and a dialog covers it. */
const own = '[role="dialog"], [data-plot]';

const isFree = (target: EventTarget | null): boolean =>
  isDoneWith(target) && target instanceof Element && target.closest(own) === null;

const isPlainLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (isFree(target)) return false;
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="dialog"]') !== null && event.code !== 'Escape') return true;
  if (target.closest(typing) !== null) return true;
  if (/^(Arrow|Home|End)/.test(event.code)) return target.closest(moving) !== null;
  return (event.code === 'Space' || event.code === 'Enter') && target.closest(pressing) !== null;
}
