// A group of settings that can be opened. When closed, it shows how many differ from their default.
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/i18n';
import styles from './SettingsPanel.module.css';

interface GroupProps {
  readonly title: string;
  readonly changed: number;
  readonly children: ReactNode;
}

export function Group({ title, changed, children }: GroupProps) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.group}>
      <button type="button" className={styles.groupHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} aria-hidden className={styles.arrow} />
        <span className={styles.groupTitle}>{title}</span>
        {changed > 0 && <span className={styles.changed}>{words.settings.changed(changed)}</span>}
      </button>
      {open && <div className={styles.groupRows}>{children}</div>}
    </div>
  );
}
