// The answer to “Which lock do I need?”: one recommendation with its numbers, its conditions and its limit.

import { Check, X } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { recommendWords } from '../../content/texts/recommend';
import { withGap } from '../../core/model/values/joinedTexts';
import type { Answers, Tables } from '../../search/matrix/choose';
import type { Line } from '../../search/matrix/claim';
import { answersText, type Code, type Recommendation, recommend } from '../../search/matrix/recommend';
import { rowInfos } from '../../search/matrix/rowInfos';
import { rowTimes } from '../../search/matrix/rowTimes';
import { Button } from '../parts/Button';
import { copyText } from '../parts/copyText';
import { later } from '../parts/later';
import { useLanguage } from '../words/i18n';
import type { LimitRunProps } from './LimitRun';
import styles from './Recommended.module.css';
import { withParts } from './withParts';

const LimitRun = later<LimitRunProps>(() => withParts(async () => (await import('./LimitRun')).LimitRun));

export interface RecommendedProps {
  readonly answers: Answers;
  /** No question has been answered yet: the answers are an example. */
  readonly isExample: boolean;
  readonly tables: Tables;
  readonly onTitle: (title: string) => void;
}

export function Recommended({ answers, isExample, tables, onTitle }: RecommendedProps) {
  const language = useLanguage();
  const { parts, kicker } = recommendWords[language];
  const text = useMemo(
    () => recommend(answers, { infos: rowInfos, times: rowTimes, tables }, language),
    [answers, tables, language],
  );
  const { shows, title } = text;
  useEffect(() => onTitle(title), [onTitle, title]);
  const table = tables[shows.cell.check];
  return (
    <article className={styles.recommended} aria-labelledby="recommended" data-example={isExample || undefined}>
      <div className={styles.card}>
        <p className={`quiet ${styles.kicker}`}>
          {isExample ? kicker.example(answersText(answers, language)) : kicker.answered(Object.keys(answers).length)}
        </p>
        <h3 id="recommended" className={`below-4 ${styles.title}`}>
          <em>{text.guard}</em>
          {title.slice(text.guard.length)}
        </h3>
        <p className={`large pretty below-4 ${styles.why}`}>{text.why}</p>
        {text.backing.length > 0 && <Lines className={styles.backing} lines={text.backing} />}
        {text.notes.length > 0 && <Lines className={styles.notes} lines={text.notes} />}
        <div className={`grid ${styles.halves}`}>
          <div>
            <Part title={shows.isRemedy ? parts.remedy : parts.shows}>
              <p className="below-4 quiet">{shows.line.text}</p>
              {table !== undefined && <LimitRun shows={shows} table={table} text={shows.line.text} />}
            </Part>
            {text.settings.length > 0 && (
              <Part title={parts.settings}>
                <ul className="grid gap-2">
                  {text.settings.map((setting) => (
                    <li key={setting}>{setting}</li>
                  ))}
                </ul>
              </Part>
            )}
          </div>
          <Conditions text={text} />
        </div>
      </div>
      <RunnersUp text={text} />
      <Changes text={text} />
    </article>
  );
}

interface RecommendationProps {
  readonly text: Recommendation;
}

/** What it cannot do, its conditions, and the check as code. */
function Conditions({ text: { cannot, conditions, code, lockCode } }: RecommendationProps) {
  const words = recommendWords[useLanguage()];
  return (
    <div>
      {cannot.length > 0 && (
        <Part title={words.parts.cannot}>
          <Lines lines={cannot} sign={<X className={styles.cross} size={15} aria-hidden />} />
        </Part>
      )}
      {conditions.length > 0 && (
        <Part title={words.parts.conditions}>
          <Lines lines={conditions} sign={<Check className={styles.tick} size={15} aria-hidden />} />
        </Part>
      )}
      <CodePart title={words.parts.lockCode} code={lockCode} />
      <CodePart title={words.parts.code} code={code} />
    </div>
  );
}

function CodePart({ title, code }: { readonly title: string; readonly code: Code | null }) {
  if (code === null) return null;
  return (
    <Part title={title}>
      <pre className={`on-soft below-3 pad-y-4 pad-x-5 blunt code ${styles.code}`}>
        <code>{code.text}</code>
      </pre>
      <p className="below-4 quiet">{code.note}</p>
      <CopyButton text={code.text} />
    </Part>
  );
}

function RunnersUp({ text: { runnersUp } }: RecommendationProps) {
  const { parts } = recommendWords[useLanguage()];
  return (
    <section className={styles.runnersUp}>
      <h4>{parts.runnersUp}</h4>
      <div className="grid gap-5">
        {runnersUp.map(({ title, lines }) => (
          <section key={title} className={styles.card}>
            <h5>{title}</h5>
            <Lines lines={lines} />
          </section>
        ))}
      </div>
    </section>
  );
}

function Changes({ text: { changes } }: RecommendationProps) {
  const { parts, noChange } = recommendWords[useLanguage()];
  return (
    <section className={styles.changes}>
      <h4>{parts.changes}</h4>
      {changes.length === 0 ? (
        <p>{noChange}</p>
      ) : (
        <dl>
          {changes.map(({ condition, title, address }) => (
            <Fragment key={address}>
              <dt>
                <a href={address}>{condition}</a>
              </dt>
              <dd>{title}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

interface LinesProps {
  readonly lines: readonly Line[];
  readonly sign?: ReactNode;
  readonly className?: string | undefined;
}

function Lines({ lines, sign, className }: LinesProps) {
  return (
    <ul className={`grid gap-2 ${className ?? ''}`} data-signs={sign === undefined ? undefined : true}>
      {lines.map(({ text, links }) => (
        <li key={text}>
          {sign}
          {withGap(text)}
          {links.map(({ address, text: label, name }) => (
            <a key={address} href={address} aria-label={name} {...(address.startsWith('https:') && elsewhere)}>
              {label}
            </a>
          ))}
        </li>
      ))}
    </ul>
  );
}

const elsewhere = { target: '_blank', rel: 'noreferrer' } as const;

function CopyButton({ text }: { readonly text: string }) {
  const { copyCode, copied } = recommendWords[useLanguage()];
  const [copiedText, setDone] = useState('');
  const [byHand, setByHand] = useState('');
  const copy = async (): Promise<void> => {
    const isDone = await copyText(text);
    setDone(isDone ? text : '');
    setByHand(isDone ? '' : text);
  };
  return (
    <>
      <Button onClick={() => void copy()}>
        <span aria-live="polite">{copiedText === text ? copied : copyCode}</span>
      </Button>
      {byHand !== '' && <textarea className={styles.byHand} readOnly rows={8} value={byHand} aria-label={copyCode} />}
    </>
  );
}
