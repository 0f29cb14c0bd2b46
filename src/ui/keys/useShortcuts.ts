/** Listens for keys and runs their commands, unless a person is typing or a control needs the key itself. */
import { useEffect } from 'react';
import { usePreferences } from '../state/preferences';
import { commandFor } from './commandFor';

export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const command = commandFor(event, usePreferences.getState().shortcuts);
      if (command === undefined || isTaken(event)) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
/** Controls that use arrows, Home and End themselves. */
const moving = 'input[type="radio"], [role="tablist"], [role="slider"], [role="listbox"], [role="menu"]';
const pressing = 'input, button, a, summary, [role="button"]';

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="dialog"]') !== null && event.code !== 'Escape') return true;
  if (target.closest(typing) !== null) return true;
  if (/^(Arrow|Home|End)/.test(event.code)) return target.closest(moving) !== null;
  return (event.code === 'Space' || event.code === 'Enter') && target.closest(pressing) !== null;
}
