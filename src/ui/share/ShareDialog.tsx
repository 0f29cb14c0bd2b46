// Brings runs out of the page and back in: link, embed, files, and earlier runs. Loaded when it is opened.

import { Sheet } from '../parts/Sheet';
import { Tabs } from '../parts/Tabs';
import { closeShare, useShare } from '../state/share';
import { useText } from '../words/i18n';
import { EmbedTab } from './EmbedTab';
import { ExerciseTab } from './ExerciseTab';
import { LinkTab } from './LinkTab';
import { OpenTab } from './OpenTab';
import { ownWords } from './ownWords';
import { RunsTab } from './RunsTab';
import { SaveTab } from './SaveTab';
import { shareWords } from './words';

export function ShareDialog() {
  const words = useText()(shareWords);
  const own = useText()(ownWords);
  const tab = useShare((state) => state.tab);
  return (
    <Sheet title={words.title} closeLabel={words.close} onClose={closeShare} width={920}>
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
    </Sheet>
  );
}
