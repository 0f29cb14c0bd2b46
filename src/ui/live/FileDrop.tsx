// Takes saved runs that are dropped anywhere on the page, and says what is wrong with one that cannot be opened.
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText, useWords } from '../i18n';
import notice from '../link/LinkNotice.module.css';
import { IconButton } from '../parts/Tip';
import { useLive } from '../state/live';
import styles from './FileDrop.module.css';

export function FileDrop() {
  const words = useWords();
  const isOver = useFilesOver();
  return (
    <>
      <FileNotice />
      {isOver && <div className={styles.veil}>{words('live.drop')}</div>}
    </>
  );
}

function FileNotice() {
  const words = useWords();
  const text = useText();
  const problem = useLive((state) => state.fileProblem);
  if (problem === null) return null;
  return (
    <div role="alert" className={notice.notice}>
      <div className={notice.words}>
        <p className={notice.line}>
          <strong>{words('live.fileProblem', { name: problem.name, problem: text(problem.problem) })}</strong>{' '}
          {words('link.kept')}
        </p>
      </div>
      <IconButton look="plain" label={words('link.dismiss')} onClick={() => useLive.setState({ fileProblem: null })}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Whether a file hangs over the page; one that is let go is opened. */
function useFilesOver(): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // Else the browser leaves the page for the file.
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
      void import('./runFile').then(({ openRunFile }) => openRunFile(file));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
