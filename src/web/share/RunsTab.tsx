// The runs that a person has made, kept in this browser: to open, name or delete them, or to save them all as a file.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shareWords } from '../../content/texts/share';
import { explainOutcome } from '../../core/narrate/explain';
import { downloadText } from '../files/download';
import { importText } from '../files/importText';
import { readFile } from '../files/readFile';
import { Button } from '../parts/Button';
import { FileButton } from '../parts/FileButton';
import { IconButton } from '../parts/Tip';
import { closeDialog } from '../state/dialog';
import { type Made, madeAsText, madeMax, parseMade, useMade } from '../state/made';
import { useLanguage, useText, useWords } from '../words/i18n';
import styles from './Share.module.css';

export function RunsTab() {
  const text = useText();
  const words = text(shareWords);
  const runs = useMade((state) => state.runs);
  const add = useMade((state) => state.add);
  const [problem, setProblem] = useState<string | null>(null);
  const load = async (file: File): Promise<void> => {
    const fileText = await readFile(file);
    const runsResult = fileText.ok ? parseMade(fileText.text) : fileText;
    setProblem(runsResult.ok ? null : words.runs.bad(text(runsResult.problem)));
    if (runsResult.ok) add(runsResult.runs);
  };
  const open = async (run: Made): Promise<void> => {
    const wrong = await importText(`#${run.link}`, run.name);
    setProblem(wrong === null ? null : text(wrong));
    if (wrong === null) closeDialog();
  };
  return (
    <div className={styles.tab}>
      <p>{words.runs.lead}</p>
      {runs.length === 0 && <p className="quiet normal">{words.runs.none}</p>}
      <ul className="grid wide gap-3">
        {runs.map((run) => (
          <Row key={run.id} run={run} onOpen={() => void open(run)} />
        ))}
      </ul>
      {runs.length === madeMax && <p className="quiet normal">{words.runs.full(madeMax)}</p>}
      <div className={styles.all}>
        <Button
          disabled={runs.length === 0}
          onClick={() => downloadText('redlock-playground-runs.json', madeAsText(runs))}
        >
          {words.runs.exportAll}
        </Button>
        <FileButton label={words.runs.importAll} accept=".json,application/json" onFile={(file) => void load(file)} />
      </div>
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  );
}

function Row({ run, onOpen }: { readonly run: Made; readonly onOpen: () => void }) {
  const words = useText()(shareWords);
  const language = useLanguage();
  const { speech } = useWords();
  const rename = useMade((state) => state.rename);
  const remove = useMade((state) => state.remove);
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(run.at);
  return (
    <li className={`grid gap-4 middle ${styles.run}`}>
      <input
        className="framed rounded narrows pad-y-3 pad-x-5"
        aria-label={words.runs.name}
        value={run.name}
        maxLength={120}
        onChange={({ target }) => rename(run.id, target.value)}
      />
      <span className="quiet normal">
        {explainOutcome(run.outcome, speech, run.data)} · {time}
      </span>
      <Button onClick={onOpen}>{words.runs.open}</Button>
      <IconButton look="plain" label={words.runs.delete} onClick={() => remove(run.id)}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
    </li>
  );
}
