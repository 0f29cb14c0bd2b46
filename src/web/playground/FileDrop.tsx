// Accepts files and text that are dropped or pasted anywhere on the page. Says what is wrong if they cannot be
// opened.
import { sentence, type Text } from '../../core/model/values/text';
import { visibleToAll } from '../../core/model/values/visible';
import { useDroppedFiles, usePasted } from '../parts/dropAndPaste';
import { Notice } from '../parts/Notice';
import styles from '../parts/Veil.module.css';
import { useEdition } from '../state/edition';
import { useText, useWords } from '../words/i18n';

export function FileDrop() {
  const words = useWords();
  const isOver = useDroppedFiles(openFile);
  usePasted({ onFile: openFile, onText: (text) => openPasted(words.live.pasted, text) });
  return (
    <>
      <FileNotice />
      {isOver && <div className={styles.veil}>{words.live.drop}</div>}
    </>
  );
}

type Import = typeof import('../files/importText');

const openFile = (file: File): void => open(file.name, ({ importFile }) => importFile(file));

const openPasted = (name: string, text: string): void => open(name, ({ importText }) => importText(text, name));

/** The code that opens files is loaded with the first file. */
function open(name: string, opening: (what: Import) => Promise<Text | null>): void {
  const say = (problem: Text | null): void =>
    useEdition.setState({ notice: problem === null ? null : { name, problem } });
  import('../files/importText').then(opening).then(say, (error: unknown) => {
    // A file that cannot be read, such as a folder, or a part of the page that cannot be loaded.
    const reason = error instanceof Error ? error.message : String(error);
    say(sentence(reason));
  });
}

function FileNotice() {
  const words = useWords();
  const text = useText();
  const problem = useEdition((state) => state.notice);
  if (problem === null) return null;
  const line = (
    <>
      <strong>{words.live.fileProblem({ name: visibleToAll(problem.name), problem: text(problem.problem) })}</strong>{' '}
      {words.link.kept}
    </>
  );
  const drop = (): void => useEdition.setState({ notice: null });
  return <Notice role="alert" dismissLabel={words.link.dismiss} onDismiss={drop} line={line} />;
}
