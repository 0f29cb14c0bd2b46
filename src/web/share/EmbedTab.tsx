// A preview of the run in a post while its options are changed, and the code that embeds it.
import { useId, useState } from 'react';
import { controls, defaultMomentOf, views } from '../../content/address/embed';
import { shareWords } from '../../content/texts/share';
import { embedHeight } from '../../core/model/links/embedHeight';
import { toMs } from '../../core/model/values/time';
import { currentLink } from '../files/address';
import { seenOutcome } from '../files/linkOfRun';
import { usePublicSite } from '../files/publicSite';
import { Choose } from '../parts/Choose';
import { useIsAsPublished } from '../state/asPublished';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useRun } from '../state/run';
import { useStory } from '../state/story';
import { useLoaded } from '../state/useJob';
import { useLanguage, useText } from '../words/i18n';
import { EmbedCodes } from './EmbedCodes';
import { type EmbedChoice, embedAddress } from './embedChoice';
import { Ticks } from './FormParts';
import { PublicSite } from './PublicSite';
import styles from './Share.module.css';
import { useRunTitle } from './useRunTitle';

interface Options extends Pick<EmbedChoice, 'view' | 'theme' | 'language' | 'loop' | 'controls'> {
  readonly at: 'break' | 'start' | 'end' | 'here';
  readonly stretch: 'whole' | 'shown';
}

const preset: Options = {
  view: 'scene',
  theme: 'host',
  language: 'host',
  at: defaultMomentOf('scene'),
  stretch: 'whole',
  loop: false,
  controls: new Set(controls),
};

export function EmbedTab() {
  const [options, setOptions] = useState<Options>(preset);
  const subject = useSubject();
  const title = useRunTitle(options.language === 'host' ? undefined : options.language);
  // As they were when the dialog was opened, because a run may continue to play behind it.
  const [{ view, at: playhead }] = useState(useCursor.getState);
  const staticPicture = useStaticPicture(options.language);
  const choice: EmbedChoice = {
    ...options,
    ...subject,
    ...staticPicture,
    title,
    seenTheme: seenTheme(),
    at: options.at === 'here' ? wholeMs(playhead) : options.at,
    stretch: options.stretch === 'whole' || view === null ? null : { from: wholeMs(view.from), to: wholeMs(view.to) },
  };
  return (
    <div className={styles.embed}>
      <Choices options={options} isStretched={view !== null} onChange={(part) => setOptions({ ...options, ...part })} />
      <Result choice={choice} />
    </div>
  );
}

function seenTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  return isDark ? 'dark' : 'light';
}

interface ChoicesProps {
  readonly options: Options;
  /** Whether only a part of the run is in view, so that a post can show the same part. */
  readonly isStretched: boolean;
  readonly onChange: (part: Partial<Options>) => void;
}

function Choices({ options, isStretched, onChange }: ChoicesProps) {
  const words = useText()(shareWords);
  const shared = { options, onChange };
  const hasLanes = options.view !== 'scene';
  return (
    <div className={styles.options}>
      <p>{words.embed.lead}</p>
      <Option
        of="view"
        names={words.embed.views}
        ids={['scene', ...views]}
        options={options}
        // Each view rests elsewhere, unless the person has chosen where.
        onChange={({ view = options.view }) =>
          onChange({ view, ...(options.at === defaultMomentOf(options.view) && { at: defaultMomentOf(view) }) })
        }
      />
      <Option of="theme" names={words.embed.themes} ids={['host', 'light', 'dark']} {...shared} />
      <Option of="language" names={words.embed.languages} ids={['host', 'en', 'zh']} {...shared} />
      <Option of="at" names={words.embed.ats} ids={['break', 'start', 'end', 'here']} {...shared} />
      {hasLanes && isStretched && (
        <Option of="stretch" names={words.embed.stretches} ids={['whole', 'shown']} {...shared} />
      )}
      <label className={styles.tick}>
        <input type="checkbox" checked={options.loop} onChange={({ target }) => onChange({ loop: target.checked })} />
        {words.embed.loop}
      </label>
      {hasLanes && (
        <Ticks
          legend={words.embed.controls}
          options={controls.map((id) => ({ id, label: words.embed.control[id] }))}
          chosen={options.controls}
          onChange={(chosen) => onChange({ controls: chosen })}
        />
      )}
    </div>
  );
}

/** From µs, in the form that a link has. */
const wholeMs = (micros: number): number => Math.max(0, Math.round(toMs(micros)));

/** About the width that the dialog leaves for it. */
const previewWidth = 600;

function Result({ choice }: { readonly choice: EmbedChoice }) {
  const words = useText()(shareWords);
  const here = new URL('./', location.href).href;
  const site = usePublicSite(here);
  return (
    <div className={styles.result}>
      {/* Without the outcome, which is known a moment later: the frame would be loaded twice. */}
      <iframe
        className="wide framed rounded"
        style={{ height: embedHeight(choice.view, choice.rows, previewWidth) }}
        title={words.embed.preview}
        src={embedAddress({ ...choice, outcome: null }, here)}
      />
      <PublicSite here={here} />
      <EmbedCodes choice={choice} site={site} />
    </div>
  );
}

interface OptionProps<Of extends 'view' | 'theme' | 'language' | 'at' | 'stretch'> {
  readonly of: Of;
  readonly ids: readonly Options[Of][];
  readonly names: Readonly<Record<Options[Of], string>>;
  readonly options: Options;
  readonly onChange: (part: Partial<Options>) => void;
}

function Option<Of extends 'view' | 'theme' | 'language' | 'at' | 'stretch'>(props: OptionProps<Of>) {
  const { of, ids, names, options, onChange } = props;
  const label = useText()(shareWords).embed[of];
  const id = useId();
  return (
    <div className={`grid gap-1 ${styles.option}`}>
      <label htmlFor={id}>{label}</label>
      <Choose
        id={id}
        label={label}
        value={options[of]}
        options={ids.map((one) => ({ id: one, label: names[one] }))}
        onChange={(chosen) => onChange({ ...options, [of]: chosen })}
      />
    </div>
  );
}

/** What the picture of the run says, in the language of the frame or, if it has none, of this page. */
function useStaticPicture(languageChoice: Options['language']): Pick<EmbedChoice, 'verdictText' | 'picture' | 'rows'> {
  const here = useLanguage();
  const language = languageChoice === 'host' ? here : languageChoice;
  const run = useRun();
  const story = useStory();
  const variantId = useEdition((state) => state.variantId);
  const isAsPublished = useIsAsPublished();
  const of = isAsPublished ? { story, variantId } : { story: null, variantId: null };
  const sizes = useLoaded([run, of.story, of.variantId], async () => {
    const { staticPictureSizes } = await import('../files/staticPictureSizes');
    return staticPictureSizes(run, { en: '', zh: '' }, of);
  });
  if (sizes === null) return { verdictText: '', picture: null, rows: 420 };
  const { verdictText, width, height } = sizes[language];
  return { verdictText, picture: { language, width, height }, rows: sizes.rows };
}

/** A story as published is embedded by its name, anything else as a whole scenario. */
function useSubject(): Pick<EmbedChoice, 'story' | 'variant' | 'scenario' | 'outcome'> {
  const committed = useEdition((state) => state.committed);
  const story = useEdition((state) => state.storyId);
  const variant = useEdition((state) => state.variantId);
  const isAsPublished = useIsAsPublished();
  const link = useLoaded([committed], () => currentLink()) ?? '';
  const outcome = useLoaded([committed], async () => (await seenOutcome(committed)) ?? null);
  return isAsPublished && story !== null
    ? { story, variant, scenario: null, outcome }
    : { story: null, variant: null, scenario: link, outcome: null };
}
