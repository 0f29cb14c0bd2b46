// The dialogs that take a run out of the page or bring one in: share and open. Loaded when one is opened.

import { shareWords } from '../../content/texts/share';
import { Sheet } from '../parts/Sheet';
import { Tabs } from '../parts/Tabs';
import { useDialog } from '../state/dialog';
import { useText } from '../words/i18n';
import { EmbedTab } from './EmbedTab';
import { FilmTab } from './FilmTab';
import { LinkTab } from './LinkTab';
import { OpenTab } from './OpenTab';
import { RunsTab } from './RunsTab';
import { SaveTab } from './SaveTab';

export function ShareDialog() {
  const words = useText()(shareWords);
  return (
    <Sheet title={words.title} width={920}>
      <Tabs
        tabs={[
          { id: 'link', label: words.tabs.link, content: <LinkTab /> },
          { id: 'embed', label: words.tabs.embed, content: <EmbedTab /> },
          { id: 'film', label: words.tabs.film, content: <FilmTab /> },
          { id: 'save', label: words.tabs.save, content: <SaveTab /> },
        ]}
      />
    </Sheet>
  );
}

export function OpenDialog() {
  const words = useText()(shareWords);
  const first = useDialog((state) => (state.open === 'runs' ? 'runs' : 'open'));
  return (
    <Sheet title={words.openTitle} width={720}>
      <Tabs
        key={first}
        first={first}
        tabs={[
          { id: 'open', label: words.tabs.open, content: <OpenTab /> },
          { id: 'runs', label: words.tabs.runs, content: <RunsTab /> },
        ]}
      />
    </Sheet>
  );
}
