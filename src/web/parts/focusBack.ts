/** Gives the focus back to what had it before a dialog opened, for dialogs that know no trigger of their own. */
import { useState } from 'react';

/** Returns what a dialog calls when it has closed. */
export function useFocusBack(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
}
