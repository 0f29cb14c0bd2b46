/** Listens for keys and runs their commands, unless somebody is typing or a control wants the key for itself. */
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

const typing = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]';
/** Widgets that move with arrows, Home and End themselves. */
const moving =
  '[role="slider"], [role="listbox"], [role="option"], [role="tablist"], [role="radiogroup"], [role="menu"]';
const pressing = 'button, a, summary, [role="button"]';
const grouped = '[role="group"]';

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="dialog"]') !== null && event.code !== 'Escape') return true;
  const field = target.closest(typing);
  // In a field, only a checkbox leaves the keys alone.
  if (field !== null && !(field instanceof HTMLInputElement && field.type === 'checkbox')) return true;
  if (/^(Arrow|Home|End)/.test(event.code)) {
    return target.closest(moving) !== null || (target.closest(pressing) !== null && target.closest(grouped) !== null);
  }
  return (event.code === 'Space' || event.code === 'Enter') && (field !== null || target.closest(pressing) !== null);
}
