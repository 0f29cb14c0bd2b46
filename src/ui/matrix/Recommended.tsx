// The answer to “Which lock do I need?”: one recommendation with its numbers, its conditions and its limit, and a record to keep.
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import type { Answers, Tables } from '../../matrix/choose';
import { decisionRecord } from '../../matrix/decisionRecord';
import { recommend } from '../../matrix/recommend';
import { rowHeads } from '../../matrix/rowHeadTexts';
import { rowTimes } from '../../matrix/rowTimes';
import { type Line, type Link, recommendWords, tellRecommendation } from '../../matrix/tellRecommendation';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { useLanguage } from '../words/i18n';
import styles from './Recommended.module.css';

export interface RecommendedProps {
  readonly answers: Answers;
  readonly tables: Tables;
}

export function Recommended({ answers, tables }: RecommendedProps) {
  const language = useLanguage();
  const { parts } = recommendWords[language];
  const recommendation = useMemo(
    () => recommend(answers, { heads: rowHeads, times: rowTimes, tables }),
    [answers, tables],
  );
  const told = useMemo(() => tellRecommendation(recommendation, language), [recommendation, language]);
  return (
    <article className={styles.recommended} aria-labelledby="recommended">
      <h3 id="recommended" className={styles.title}>
        {told.title}
      </h3>
      <p className={styles.why}>{told.why}</p>
      <Lines lines={[...told.notes, ...told.backing]} />
      <div className={styles.columns}>
        {told.settings.length > 0 && (
          <Part title={parts.settings}>
            <ul>
              {told.settings.map((setting) => (
                <li key={setting}>{setting}</li>
              ))}
            </ul>
          </Part>
        )}
        {told.conditions.length > 0 && (
          <Part title={parts.conditions}>
            <Lines lines={told.conditions} />
          </Part>
        )}
        <Part title={parts.cannot}>
          <Lines lines={[...told.cannot, told.shows]} />
        </Part>
        <Part title={parts.runnersUp}>
          {told.runnersUp.map(({ title, lines }) => (
            <Fragment key={title}>
              <h5>{title}</h5>
              <Lines lines={lines} />
            </Fragment>
          ))}
        </Part>
        <Part title={parts.changes}>
          <Lines lines={told.changes} />
        </Part>
      </div>
      <CopyRecord record={() => decisionRecord(recommendation, { language, base: siteAddress() })} />
    </article>
  );
}

const siteAddress = (): string => new URL('../', location.href).href;

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul>
      {lines.map(({ text, links }) => (
        <li key={text}>
          {text}{' '}
          {links.map((link) => (
            <a key={link.address} {...targetOf(link)}>
              {link.text}
            </a>
          ))}
        </li>
      ))}
    </ul>
  );
}

function targetOf({ to, address }: Link) {
  if (to === 'web') return { href: address, target: '_blank', rel: 'noreferrer' };
  return { href: to === 'story' ? `../${address}` : address };
}

function CopyRecord({ record }: { readonly record: () => string }) {
  const words = recommendWords[useLanguage()];
  const [copied, setCopied] = useState('');
  // Where the clipboard is forbidden, it can be copied by hand.
  const [byHand, setByHand] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    const text = record();
    const isDone = await copyText(text);
    setCopied(isDone ? text : '');
    setByHand(isDone ? null : text);
  };
  return (
    <>
      <Button look="ink" onClick={() => void copy()}>
        <span aria-live="polite">{copied !== '' && copied === record() ? words.copied : words.copy}</span>
      </Button>
      {byHand !== null && (
        <textarea className={styles.byHand} readOnly rows={8} value={byHand} aria-label={words.copy} />
      )}
    </>
  );
}
