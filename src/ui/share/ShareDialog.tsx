// Takes a run out of the page and back: link, embed, files, and what was made before. Loaded when it is asked for.
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from '../parts/Button';
import { Tabs } from '../parts/Tabs';
import { EmbedTab } from './EmbedTab';
import { ExerciseTab } from './ExerciseTab';
import { LinkTab } from './LinkTab';
import { OpenTab } from './OpenTab';
import { useOwnWords } from './ownWords';
import { RunsTab } from './RunsTab';
import { SaveTab } from './SaveTab';
import styles from './Share.module.css';
import { closeShare, useShare } from './shareState';
import { useShareWords } from './words';

export function ShareDialog() {
  const words = useShareWords();
  const own = useOwnWords();
  const tab = useShare((state) => state.tab);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeShare()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.sheet} aria-describedby={undefined}>
          <div className={styles.head}>
            <Dialog.Title className={styles.title}>{words.title}</Dialog.Title>
            <Dialog.Close asChild>
              <Button look="plain" aria-label={words.close}>
                <X size={16} aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <Tabs
            key={tab}
            first={tab}
            tabs={[
              { id: 'link', label: words.tabs.link, content: <LinkTab /> },
              { id: 'embed', label: words.tabs.embed, content: <EmbedTab /> },
              { id: 'save', label: words.tabs.save, content: <SaveTab /> },
              { id: 'exercise', label: own.tab, content: <ExerciseTab /> },
              { id: 'open', label: words.tabs.open, content: <OpenTab /> },
              { id: 'runs', label: words.tabs.runs, content: <RunsTab /> },
            ]}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
