// The cards of the gallery under their headings.
import { useState } from 'react';
import { type GalleryWords, galleryWords } from '../../content/texts/gallery';
import { useEdition } from '../state/edition';
import { useText } from '../words/i18n';
import styles from './Gallery.module.css';
import { StoryCard } from './StoryCard';
import { isWay, type Shelf } from './shelves';
import type { StorySearch } from './useStorySearch';

interface ShelfListProps {
  readonly storySearch: StorySearch;
  readonly onPick: (id: string) => void;
}

export function ShelfList({ storySearch: { shelves, namesOf, foundOf }, onPick }: ShelfListProps) {
  const words = useText()(galleryWords);
  const openId = useEdition((state) => state.storyId);
  const [reached, setReached] = useState<string | null>(null);
  const positions = shelves.flatMap(({ id, stories }) => stories.map((story) => `${id} ${story.id}`));
  // Tab reaches one card: the last one that had the focus, or the first.
  const next = reached !== null && positions.includes(reached) ? reached : positions[0];
  return (
    <>
      {shelves.map((shelf) => (
        <section key={shelf.id} className={styles.shelf} aria-labelledby={`shelf-${shelf.id}`}>
          <h3 className="large below stronger" id={`shelf-${shelf.id}`} data-found={shelf.id === 'found'}>
            {headingOf(shelf, words)}
            {isWay(shelf.id) && <span className={`quiet normal regular ${styles.help}`}>{words.ways[shelf.id]}</span>}
          </h3>
          <ol className={`grid gap-5 ${styles.cards}`}>
            {shelf.stories.map((story) => {
              const position = `${shelf.id} ${story.id}`;
              return (
                <li key={story.id}>
                  <StoryCard
                    story={story}
                    position={position}
                    names={namesOf(story)}
                    match={foundOf(story)}
                    isOpen={story.id === openId}
                    isNext={position === next}
                    onReach={setReached}
                    onPick={onPick}
                  />
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </>
  );
}

function headingOf({ id, stories }: Shelf, words: GalleryWords): string {
  if (isWay(id)) return words.topics[id];
  return id === 'found' ? words.found(stories.length) : words.chapters[id];
}
