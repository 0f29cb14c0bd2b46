// A run file, as `attack` writes it, that is dropped or pasted here: says what it is, and leads to where it opens.
import { useCallback, useEffect, useState } from 'react';
import { write } from '../../content/address/write';
import { Notice } from '../parts/Notice';
import { currentParts } from '../state/parts';
import { useOwnWords } from './ownWords';

interface Given {
  readonly name: string;
  /** Null: the file is not a run that the playground knows. */
  readonly link: string | null;
}

export function RunFile() {
  const words = useOwnWords();
  const [droppedFile, setGiven] = useState<Given | null>(null);
  const take = useCallback((file: File): void => {
    linkOf(file).then((link) => setGiven({ name: file.name, link }));
  }, []);
  useJsonFiles(take);
  if (droppedFile === null) return null;
  const { name, link } = droppedFile;
  const line = words.runFile[link === null ? 'other' : 'run'](name);
  return (
    <div className="line-below firm pad-y-4 pad-x-5">
      <Notice role="status" dismissLabel={words.dismiss} onDismiss={() => setGiven(null)} line={line}>
        {link !== null && <a href={write({ run: { kind: 'recorded', link } }, '../')}>{words.runFile.open}</a>}
      </Notice>
    </div>
  );
}

/** Null: it cannot be opened. */
async function linkOf(file: File): Promise<string | null> {
  const { readSavedRun, recordedLink } = await import('../files/savedRun');
  const text = await file.text().catch(() => '');
  const opened = readSavedRun(text, currentParts());
  return opened.ok ? recordedLink(opened.run.trace) : null;
}

/**
 * Handles files before the editor does, which would write their text into the code. Other files are left to the
 * editor.
 * @param take the same at every call
 */
function useJsonFiles(take: (file: File) => void): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      // Otherwise the browser would leave the page for the file.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const receive = (event: Event, data: DataTransfer | null): void => {
      const file = data?.files[0];
      if (file === undefined || !/\.json$/i.test(file.name)) return;
      event.preventDefault();
      event.stopPropagation();
      take(file);
    };
    const drop = (event: DragEvent): void => receive(event, event.dataTransfer);
    const paste = (event: ClipboardEvent): void => receive(event, event.clipboardData);
    const control = new AbortController();
    const { signal } = control;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('drop', drop, { signal, capture: true });
    window.addEventListener('paste', paste, { signal, capture: true });
    return () => control.abort();
  }, [take]);
}
