// A story in the gallery: the picture of its run, its outcome, its lock and faults. It is a link, so a story can be
// opened in another tab.
import { type MouseEvent, memo } from 'react';
import { write } from '../../content/address/write';
import { type GalleryWords, galleryWords } from '../../content/texts/gallery';
import { pairOf } from '../../core/narrate/reading';
import { MiniaturePicture } from '../parts/MiniaturePicture';
import { FactPair } from '../parts/RunHead';
import { useText } from '../words/i18n';
import styles from './StoryCard.module.css';
import type { Found } from './search';
import type { Shelved } from './shelves';
import { pieces } from './wordsIn';

interface StoryCardProps {
  readonly story: Shelved;
  /** Its place among all cards, which the arrow keys need. */
  readonly position: string;
  /** The names of its lock and its faults. */
  readonly names: readonly string[];
  /** The words by which the search found it, and where; null: there is no search. */
  readonly match: Found | null;
  readonly isOpen: boolean;
  /** The one card that Tab reaches. */
  readonly isNext: boolean;
  /** Called when it gets the focus. */
  readonly onReach: (position: string) => void;
  readonly onPick: (id: string) => void;
}

export const StoryCard = memo(function StoryCard(props: StoryCardProps) {
  const { story, position, names, match, isOpen, isNext, onReach, onPick } = props;
  const words = useText()(galleryWords);
  const text = useText();
  const { card } = story;
  const { terms, why } = match ?? notSearched;
  const pair = pairOf(card.phrases, { lock: words.locks[card.phrases.lock], data: words.datas[card.phrases.data] });
  const pick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onPick(story.id);
  };
  return (
    <a
      className={`grid gap-3 framed on-panel bare edges tall pad-y-5 pad-x-5 ${styles.card}`}
      href={write({ run: { kind: 'story', story: story.id, variant: null } })}
      data-card={position}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={isNext ? 0 : -1}
      onFocus={() => onReach(position)}
      onClick={pick}
    >
      <span className={`block ${styles.frame}`}>
        <MiniaturePicture picture={card.picture} />
      </span>
      <span className={`strong pretty normal ${styles.title}`}>
        <Marked text={text(story.title)} terms={terms} />
      </span>
      <span className="tight">
        <FactPair pair={pair} />
      </span>
      <span className={`grid quiet normal tight gap-4 rows-1 ${styles.about}`}>
        <span className={styles.names}>
          <Marked text={names.join(' · ')} terms={terms} />
        </span>
        <span>
          {words.numbered(story.number)} · {countsOf(story, words)}
        </span>
        {isOpen && <span className="ink strong">{words.open}</span>}
      </span>
      {why !== null && (
        <span className={`line-above quiet normal airy breaks ${styles.excerpt}`}>
          <span className={styles.place}>{words.why[why.foundIn]}</span> <Marked text={why.line} terms={terms} />
        </span>
      )}
    </a>
  );
});

const notSearched = { terms: [], why: null } as const;

function countsOf({ card: { variants, fixes } }: Shelved, words: GalleryWords): string {
  const parts = [...(variants > 0 ? [words.variants(variants)] : []), ...(fixes > 0 ? [words.fixes(fixes)] : [])];
  return parts.length === 0 ? words.original : parts.join(' · ');
}

/** A text in which the words of the search are marked. */
const Marked = ({ text, terms }: { readonly text: string; readonly terms: readonly string[] }) =>
  terms.length === 0
    ? text
    : pieces(text, terms).map(({ text: piece, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name.
        isHit ? <mark key={index}>{piece}</mark> : piece,
      );
