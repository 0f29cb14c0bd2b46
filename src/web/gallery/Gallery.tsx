// All stories, to search, filter and pick. It covers the page and is loaded when it is opened.

import * as Dialog from '@radix-ui/react-dialog';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { galleryWords } from '../../content/texts/gallery';
import { SiteLink } from '../app/SiteLinks';
import { askedStory } from '../files/namedStory';
import { Button } from '../parts/Button';
import { useFocusBack } from '../parts/focusBack';
import { later } from '../parts/later';
import { Segmented } from '../parts/Segmented';
import { sheetOpens } from '../parts/sheetOpens';
import { closeDialog } from '../state/dialog';
import { pickStory } from '../state/pickStory';
import { fetchStoryList } from '../state/storyList';
import { useJob } from '../state/useJob';
import { useText, useWords } from '../words/i18n';
import { topics } from './card';
import styles from './Gallery.module.css';
import type { QuestionListProps } from './QuestionList';
import { ShelfList } from './ShelfList';
import type { Filter } from './shelves';
import { type StorySearch, useStorySearch } from './useStorySearch';
import { isWalkKey, walk } from './walk';

export function Gallery() {
  const giveFocusBack = useFocusBack();
  useEffect(sheetOpens, []);
  const words = useText()(galleryWords);
  const { bar } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  // Typing stays fast where drawing the cards is slow.
  const storySearch = useStorySearch(useDeferredValue(query), filter);
  const ask = (next: string): void => {
    setQuery(next);
    body.current?.scrollTo(0, 0);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={body}
          className={`on-page ink scroll ${styles.gallery}`}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => focusFirst(event, field.current)}
          onCloseAutoFocus={giveFocusBack}
          onKeyDown={(event) => moveFocus(event, field.current)}
        >
          <div className={`grid on-page gap-5 at-top middle ${styles.head}`}>
            <Title />
            <label className={`row gap-4 rounded on-panel quiet pad-x-5 ${styles.search}`}>
              <Search size={16} aria-hidden />
              <input
                className="grows narrows tall ink dots"
                ref={field}
                type="search"
                aria-label={words.search}
                placeholder={words.hint(storySearch.stories.length)}
                value={query}
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="search"
                onChange={(event) => ask(event.target.value)}
                onKeyDown={(event) => openFirst(event, storySearch)}
              />
            </label>
            <div className={`narrows ${styles.topics}`}>
              <Segmented
                look="pills"
                label={words.topic}
                value={filter}
                options={filters.map((id) => ({ id, label: words.topics[id] }))}
                onChange={setFilter}
              />
            </div>
            <Dialog.Close asChild>
              <Button look="plain" aria-label={bar.close} className={styles.close}>
                <X size={18} aria-hidden />
              </Button>
            </Dialog.Close>
          </div>
          <Results storySearch={storySearch} query={query} filter={filter} onAsk={ask} onFilter={setFilter} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Title() {
  const words = useText()(galleryWords);
  return (
    <div>
      <Dialog.Title className={`bold ${styles.title}`}>{words.title}</Dialog.Title>
      <a href="matrix/" className="quiet">
        {words.matrix}
      </a>
      {' · '}
      <SiteLink page="essay" className="quiet" />
    </div>
  );
}

const filters: readonly Filter[] = ['all', 'start', 'questions', 'whoseClock', ...topics];

const QuestionList = later<QuestionListProps>(async () => (await import('./QuestionList')).QuestionList);

/** On a touch screen the keyboard does not open unasked. */
function focusFirst(event: Event, field: HTMLInputElement | null): void {
  event.preventDefault();
  const isFinger = matchMedia('(pointer: coarse)').matches;
  (isFinger ? field?.closest<HTMLElement>('[role="dialog"]') : field)?.focus();
}

const cardsIn = (gallery: Element): readonly HTMLElement[] => [...gallery.querySelectorAll<HTMLElement>('[data-card]')];

/** Arrows go from card to card, and between the cards and the search; text typed on a card goes to the search. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>, field: HTMLInputElement | null): void {
  const { key, target } = event;
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element))
    return;
  const all = cardsIn(event.currentTarget);
  const card = target.closest<HTMLElement>('[data-card]');
  const here = card === null ? -1 : all.indexOf(card);
  if (here < 0 && !(target === field && key === 'ArrowDown')) return;
  if (isWalkKey(key)) {
    event.preventDefault();
    const next =
      here < 0
        ? 0
        : walk(
            all.map((card) => card.getBoundingClientRect()),
            here,
            key,
          );
    (next === null ? field : all[next])?.focus();
  } else if (key === '/') {
    event.preventDefault();
    field?.focus();
  } else if (key.length === 1 && key !== ' ') field?.focus();
}

/** Enter in the field opens the first result. */
function openFirst(event: KeyboardEvent, { shelves, isSearching }: StorySearch): void {
  const first = shelves[0]?.stories[0];
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isSearching || first === undefined) return;
  event.preventDefault();
  pick(first.id);
}

function pick(id: string): void {
  closeDialog();
  void pickStory(id);
}

/** @param run as people name it: `47d` */
async function pickRun(run: string): Promise<void> {
  closeDialog();
  const { storyId, variantId } = await askedStory({ story: run, variant: null });
  if (storyId !== null) await pickStory(storyId, variantId);
}

interface ResultsProps {
  readonly storySearch: StorySearch;
  readonly query: string;
  readonly filter: Filter;
  readonly onAsk: (query: string) => void;
  readonly onFilter: (filter: Filter) => void;
}

function Results({ storySearch, query, filter, onAsk, onFilter }: ResultsProps) {
  const words = useText()(galleryWords);
  const { shelves, stories, isSearching, missing } = storySearch;
  const count = shelves
    .filter(({ id }) => id !== 'start' || filter === 'start')
    .flatMap((shelf) => shelf.stories).length;
  if (stories.length === 0) return <Missing />;
  if (filter === 'questions' && !isSearching) return <QuestionList onPick={pickRun} />;
  return (
    <div className={styles.body}>
      <p className="hidden" role="status">
        {isSearching ? words.found(count) : words.shown(count)}
        {isSearching && missing === null && ` · ${words.reading}`}
        {isSearching && missing !== null && missing > 0 && ` · ${words.unread(missing)}`}
      </p>
      {shelves.length === 0 && (missing !== null || !isSearching) ? (
        <Nothing storySearch={storySearch} query={query} filter={filter} onAsk={onAsk} onFilter={onFilter} />
      ) : (
        <ShelfList storySearch={storySearch} onPick={pick} />
      )}
    </div>
  );
}

/** The length of a search as a sentence repeats it. */
const queryShown = 60;

function Nothing({ storySearch, query, filter, onAsk, onFilter }: ResultsProps) {
  const words = useText()(galleryWords);
  const { nearest } = storySearch;
  const signs = [...query.trim()];
  const shortQuery = signs.length > queryShown ? `${signs.slice(0, queryShown).join('')}…` : signs.join('');
  return (
    <div className={styles.nothing}>
      <p className="strong breaks within large">
        {filter === 'all'
          ? words.nothing(shortQuery)
          : words.nothingIn({ query: shortQuery, topic: words.topics[filter] })}
      </p>
      {nearest !== null && (
        <div className="row wrap gap-4">
          <span className={styles.instead}>{words.nearest}</span>
          <Button look="ink" onClick={() => onAsk(nearest)}>
            {nearest}
          </Button>
        </div>
      )}
      <div className="row wrap gap-4">
        {filter !== 'all' && storySearch.countEverywhere > 0 && (
          <Button look="ink" onClick={() => onFilter('all')}>
            {words.everywhere} · {storySearch.countEverywhere}
          </Button>
        )}
        <Button onClick={() => onAsk('')}>{words.clear}</Button>
      </div>
      <p className={`quiet normal loose ${styles.searched}`}>{words.searched}</p>
      <div className="row wrap gap-4">
        <span className={styles.instead}>{words.instead}</span>
        {words.examples.map((example) => (
          <Button
            key={example}
            onClick={() => {
              onFilter('all');
              onAsk(example);
            }}
          >
            {example}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Shown while the list loads, with a retry if it could not be loaded. */
function Missing() {
  const words = useText()(galleryWords);
  const { state, again } = useJob([], fetchStoryList);
  if (state !== 'done') return null;
  return (
    <div className={styles.nothing} role="alert">
      <p className="strong breaks within large">{words.missing}</p>
      <div className="row wrap gap-4">
        <Button onClick={again}>{words.again}</Button>
      </div>
    </div>
  );
}
