// The question and its answer as a link, and the command that asks the same.

import { Check, Link2 } from 'lucide-react';
import { useState } from 'react';
import { write } from '../../content/address/write';
import { findWords } from '../../content/texts/find';
import { sameJson } from '../../core/model/scenario/patch';
import { publishedScenario } from '../../core/model/scenario/story';
import { makeLink } from '../files/linkOfRun';
import { useLinkCopy } from '../files/useLinkCopy';
import { Button } from '../parts/Button';
import { browserAddress } from '../state/browserAddress';
import { fetchStory } from '../state/story';
import { entryOf } from '../state/storyList';
import { useJob } from '../state/useJob';
import { useText } from '../words/i18n';
import type { Answer } from '../workers/messages';
import { commandFor } from './command';
import styles from './Find.module.css';
import { writeClaim, writeQuestion } from './findLink';
import type { Sought } from './searchSession';

interface FindShareProps {
  readonly sought: Sought;
  readonly answer: Answer;
}

export function FindShare({ sought, answer }: FindShareProps) {
  const words = useText()(findWords);
  const { copyLink, note } = useLinkCopy('./');
  const [state, setState] = useState<'idle' | 'copied' | { readonly link: string }>('idle');
  const command = useJob([sought], async () => commandFor(await targetOf(sought), sought.question)).value ?? '';
  const copy = async (button: Element): Promise<void> => {
    const { isDone, link } = await copyLink(await linkTo(sought, answer), button);
    setState(isDone ? 'copied' : { link });
  };
  return (
    <div className={`stack gap-4 starts ${styles.share}`}>
      {typeof state === 'object' ? (
        <input
          className="wide card pad-x-4"
          readOnly
          aria-label={words.copyFailed}
          value={state.link}
          // biome-ignore lint/a11y/noAutofocus: it stands in for the button that was just pressed.
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => setState('idle')}
        />
      ) : (
        <Button look="ink" onClick={({ currentTarget }) => void copy(currentTarget)}>
          {state === 'copied' ? <Check size={15} aria-hidden /> : <Link2 size={15} aria-hidden />}
          <span aria-live="polite">{state === 'copied' ? words.copied : words.copy}</span>
          {note}
        </Button>
      )}
      <details className={styles.command}>
        <summary>{words.command}</summary>
        <code className="block above-2 code breaks">{command}</code>
      </details>
    </div>
  );
}

async function linkTo({ scenario, storyId, variantId, question }: Sought, answer: Answer): Promise<string> {
  const link = await makeLink({ committed: scenario, storyId, variantId });
  const find = { asked: writeQuestion(question), found: writeClaim(answer) };
  return write({ run: { kind: 'link', link, story: null }, find }, browserAddress.page());
}

/** A story is named, and anything else is given as a link. */
async function targetOf({ scenario, storyId, variantId }: Sought): Promise<string> {
  const story = storyId === null ? null : await fetchStory(storyId);
  const variant = story?.variants.find(({ id }) => id === variantId) ?? null;
  if (story !== null && sameJson(publishedScenario(story, variant), scenario)) {
    const number = (await entryOf(story.id))?.number ?? story.id;
    return variant === null ? String(number) : `${number}:${variant.id}`;
  }
  return `'${browserAddress.page()}#${await makeLink({ committed: scenario, storyId: null, variantId: null })}'`;
}
