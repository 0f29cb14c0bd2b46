/** Input without a control: a file dropped anywhere on the page, and text pasted outside of a field. */
import { useEffect, useState } from 'react';

/**
 * Whether a file is being dragged over the page; a dropped file is passed on.
 * @param onFile the same function at every call
 */
export function useDroppedFiles(onFile: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Otherwise the browser would leave the page for the file.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      onFile(file);
    };
    const control = new AbortController();
    const { signal } = control;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => control.abort();
  }, [onFile]);
  return isOver;
}

interface Takers {
  readonly onFile: (file: File) => void;
  readonly onText: (text: string) => void;
}

/** Passes on pasted text, except text pasted into a field. */
export function usePasted({ onFile, onText }: Takers): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const { target, clipboardData } = event;
      const isField = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
      if (isField || clipboardData === null) return;
      const file = clipboardData.files[0];
      const text = clipboardData.getData('text');
      if (file !== undefined) onFile(file);
      else if (text.trim() !== '') onText(text);
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onFile, onText]);
}
