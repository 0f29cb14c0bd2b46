/** Returns the focus to the element that had it before a dialog opened, for dialogs without a trigger of their own. */
import { useState } from 'react';

/** Returns a function to call when the dialog has closed. */
export function useFocusBack(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
}
