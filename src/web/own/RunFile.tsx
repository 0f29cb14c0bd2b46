// A run file, as `npm run cli -- attack` writes it, that is dropped or pasted here: says what it is, and where it opens.
import { useCallback, useEffect, useState } from 'react';
import { Notice } from '../parts/Notice';
import { useOwnWords } from './ownWords';

/** `run`: the run of an attacked lock. `other`: a file that the playground does not know. */
interface Given {
  readonly name: string;
  readonly is: 'run' | 'other';
}

export function RunFile() {
  const words = useOwnWords();
  const [given, setGiven] = useState<Given | null>(null);
  const take = useCallback((file: File): void => {
    isRun(file).then((is) => setGiven({ name: file.name, is: is ? 'run' : 'other' }));
  }, []);
  useJsonFiles(take);
  if (given === null) return null;
  const line = words.runFile[given.is](given.name);
  return (
    <div className="line-below firm pad-y-4 pad-x-5">
      <Notice role="status" dismissLabel={words.dismiss} onDismiss={() => setGiven(null)} line={line}>
        {given.is === 'run' && <a href="../">{words.runFile.open}</a>}
      </Notice>
    </div>
  );
}

/** Works without the run parser, which only the playground needs: each run file shows its kind in its first words. */
const isRun = async (file: File): Promise<boolean> => {
  const head = await file
    .slice(0, 200)
    .text()
    .catch(() => '');
  return /^\s*\{\s*"format"\s*:\s*"redlock-playground run"/.test(head);
};

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
    const given = (event: Event, data: DataTransfer | null): void => {
      const file = data?.files[0];
      if (file === undefined || !/\.json$/i.test(file.name)) return;
      event.preventDefault();
      event.stopPropagation();
      take(file);
    };
    const drop = (event: DragEvent): void => given(event, event.dataTransfer);
    const paste = (event: ClipboardEvent): void => given(event, event.clipboardData);
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop, true);
    window.addEventListener('paste', paste, true);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop, true);
      window.removeEventListener('paste', paste, true);
    };
  }, [take]);
}
