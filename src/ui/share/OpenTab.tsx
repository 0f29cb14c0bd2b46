// Brings a run back in: by a file, or by what is pasted.
import { useState } from 'react';
import type { Text } from '../../model/text';
import { useText } from '../i18n';
import { Button } from '../parts/Button';
import { importText } from './importText';
import styles from './Share.module.css';
import { closeShare } from './shareState';
import { useShareWords } from './words';

export function OpenTab() {
  const words = useShareWords();
  const text = useText();
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<Text | null>(null);
  const open = async (content: string, name: string): Promise<void> => {
    const wrong = await importText(content, name);
    setProblem(wrong);
    if (wrong === null) closeShare();
  };
  return (
    <div className={styles.tab}>
      <p>{words.openTab.lead}</p>
      <label className={styles.choose}>
        {words.openTab.choose}
        <input
          type="file"
          accept=".json,.txt,application/json"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) void file.text().then((content) => open(content, file.name));
            target.value = '';
          }}
        />
      </label>
      <label className={styles.paste}>
        {words.openTab.paste}
        <textarea rows={6} value={pasted} spellCheck={false} onChange={({ target }) => setPasted(target.value)} />
      </label>
      <Button look="ink" disabled={pasted.trim() === ''} onClick={() => void open(pasted, 'pasted')}>
        {words.openTab.open}
      </Button>
      {problem !== null && <p role="alert">{text(problem)}</p>}
    </div>
  );
}
