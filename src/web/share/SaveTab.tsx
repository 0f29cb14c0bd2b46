// Pictures and texts of the run, as files.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { shareWords } from '../../content/texts/share';
import { useCompared } from '../compare/titles';
import { downloadBlob } from '../files/download';
import type { FileKind } from '../files/exportRun';
import { useRun } from '../state/run';
import { useLanguage, useText, useWords } from '../words/i18n';
import styles from './Share.module.css';
import { ThemeChoice } from './ThemeChoice';
import { useRunTitle } from './useRunTitle';

const pictures = ['svg', 'png'] as const satisfies readonly FileKind[];
const texts = ['run', 'scenario', 'text', 'mermaid'] as const satisfies readonly FileKind[];

export function SaveTab() {
  const words = useText()(shareWords);
  const ofPage = useWords();
  const language = useLanguage();
  const run = useRun();
  const compared = useCompared();
  const title = useRunTitle();
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (kind: FileKind): Promise<void> => {
    setProblem(null);
    try {
      const { exportRun } = await import('../files/exportRun');
      const { name, content } = await exportRun(kind, { run, compared, title, words: ofPage, language, theme });
      downloadBlob(name, content);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const list = (kinds: readonly FileKind[]) => (
    <ul className={styles.files}>
      {kinds.map((kind) => (
        <li key={kind}>
          <button type="button" className={`shades ${styles.file}`} onClick={() => void save(kind)}>
            <Download size={15} aria-hidden />
            <strong className="firm">{words.save.files[kind][0]}</strong>
            <span className="quiet">{words.save.files[kind][1]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={styles.tab}>
      <p>{words.save.lead}</p>
      <h3 className="above-3 normal">{words.save.pictures}</h3>
      <ThemeChoice theme={theme} onChange={setTheme} />
      {list(pictures)}
      <h3 className="above-3 normal">{words.save.texts}</h3>
      {list(texts)}
      {problem !== null && <p role="alert">{words.save.failed(problem)}</p>}
    </div>
  );
}
