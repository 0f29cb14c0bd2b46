// Opens a run from a file, or from pasted text.
import { useState } from 'react';
import { shareWords } from '../../content/texts/share';
import type { Text } from '../../core/model/values/text';
import { importFile, importText } from '../files/importText';
import { Button } from '../parts/Button';
import { FileButton } from '../parts/FileButton';
import { closeDialog, useDialog } from '../state/dialog';
import { useText } from '../words/i18n';
import styles from './Share.module.css';

export function OpenTab() {
  const text = useText();
  const words = text(shareWords);
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<Text | null>(null);
  const open = async (opening: () => Promise<Text | null>): Promise<void> => {
    const before = useDialog.getState();
    const wrong = await opening();
    setProblem(wrong);
    // Runs of another browser are listed at the other tab of this dialog.
    if (wrong === null && useDialog.getState() === before) closeDialog();
  };
  return (
    <div className={styles.tab}>
      <p>{words.openTab.lead}</p>
      <FileButton
        label={words.openTab.choose}
        accept=".json,.txt,application/json"
        onFile={(file) => void open(() => importFile(file))}
      />
      <label className="grid wide gap-2">
        {words.openTab.paste}
        <textarea
          className="wide narrows framed rounded on-soft code pad-y-4 pad-x-5"
          rows={6}
          value={pasted}
          spellCheck={false}
          onChange={({ target }) => setPasted(target.value)}
        />
      </label>
      <Button look="ink" disabled={pasted.trim() === ''} onClick={() => void open(() => importText(pasted, 'pasted'))}>
        {words.openTab.open}
      </Button>
      {problem !== null && <p role="alert">{text(problem)}</p>}
    </div>
  );
}
