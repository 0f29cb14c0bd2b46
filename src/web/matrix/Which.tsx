// “Which lock do I need?”: the questions on the left, the answer on the right, the rows that remain, and why the
// others drop out.

import { ArrowDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { whichWords } from '../../content/texts/which';
import { withColon } from '../../core/model/values/joinedTexts';
import {
  type Answers,
  askedQuestions,
  type Choice,
  type Question,
  questions,
  type Reason,
} from '../../search/matrix/choose';
import { writeTableAddress } from '../../search/matrix/tableAddress';
import { useLinkCopy } from '../files/useLinkCopy';
import { Button } from '../parts/Button';
import { later } from '../parts/later';
import { Segmented } from '../parts/Segmented';
import { useLanguage } from '../words/i18n';
import { go, here, isWhich, whichAddress } from './address';
import { fetchAllTables, hasAnswers, setAnswers, useAnswers, useChoice } from './answers';
import { nameIn, tableNames } from './known';
import type { RecommendedProps } from './Recommended';
import styles from './Which.module.css';
import { tableWords } from './words';

const Recommended = later<RecommendedProps>(async () => (await import('./Recommended')).Recommended);

/** The most common case, before any question is answered. */
const example: Answers = { harm: 'never', check: 'version', runs: 'redis', work: 'seconds' };

export function Which() {
  const language = useLanguage();
  const words = whichWords[language];
  const { answers, tables, hasFailed } = useAnswers();
  const choice = useChoice();
  const isAsked = hasAnswers(answers);
  const section = useRef<HTMLElement>(null);
  const [title, setTitle] = useState('');
  useFetched(section, isAsked);
  // It is drawn after the browser has looked for what the address names. What is wrong with an address is shown at
  // the top.
  useEffect(() => {
    const comeIntoView = (): void => {
      if (isWhich(location.hash) && here().problem === null) section.current?.scrollIntoView({ block: 'start' });
    };
    // An answer changes the address, too, while the questions are in view.
    const follow = ({ oldURL }: HashChangeEvent): void => {
      const { top = 0, bottom = 0 } = section.current?.getBoundingClientRect() ?? {};
      if (!isWhich(new URL(oldURL).hash) || top >= innerHeight || bottom <= 0) comeIntoView();
    };
    comeIntoView();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return (
    <section ref={section} className={`grid ${styles.which}`} aria-labelledby="which">
      <div className="narrows">
        <h2 id="which">{words.title}</h2>
        <p className={`quiet ${styles.lead}`}>
          {words.lead}
          {language === 'en' && ' '}
          <a href="../own/" className="ink">
            {words.own}
          </a>
        </p>
        <ol className={`grid ${styles.questions}`}>
          {askedQuestions.map((question) => (
            <li key={question}>
              <span className={`block large below-3 stronger ${styles.question}`} aria-hidden>
                {words.questions[question]}
              </span>
              {question === 'check' && <p className={`quiet normal ${styles.hint}`}>{words.hints.check}</p>}
              <Asked question={question} answers={answers} />
            </li>
          ))}
        </ol>
        {isAsked && <Buttons answers={answers} />}
        {choice !== null && <Count choice={choice} answers={answers} title={title} />}
        {choice !== null && <Left choice={choice} answers={answers} />}
      </div>
      <div>
        {hasFailed && <p role="alert">{words.failed}</p>}
        {tables === null && !hasFailed && <p className="quiet">{words.loading}</p>}
        {tables !== null && (
          <Recommended answers={isAsked ? answers : example} isExample={!isAsked} tables={tables} onTitle={setTitle} />
        )}
      </div>
    </section>
  );
}

/** The tables are loaded with the first answer, or when the example comes into view. */
function useFetched(section: React.RefObject<HTMLElement | null>, isAsked: boolean): void {
  useEffect(() => {
    if (isAsked) return fetchAllTables();
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) fetchAllTables();
    });
    if (section.current !== null) observer.observe(section.current);
    return () => observer.disconnect();
  }, [section, isAsked]);
}

const open = '-';

function Asked({ question, answers }: { readonly question: Question; readonly answers: Answers }) {
  const words = whichWords[useLanguage()];
  const labels: Readonly<Record<string, string>> = words.answers[question];
  const options = [...questions[question], open].map((id) => ({ id, label: labels[id] ?? words.open }));
  return (
    <Segmented
      look="answers"
      label={words.questions[question]}
      value={answers[question] ?? open}
      options={options}
      onChange={(id) => {
        const { [question]: _before, ...rest } = answers;
        const next: Answers = id === open ? rest : Object.assign({}, rest, { [question]: id });
        // The address follows a moment later; the button is pressed at once.
        setAnswers(next);
        go(whichAddress(next));
      }}
    />
  );
}

function Buttons({ answers }: { readonly answers: Answers }) {
  const words = whichWords[useLanguage()];
  const { copyLink, copied, note } = useLinkCopy('../');
  const address = `${location.href.replace(/#.*/, '')}${whichAddress(answers)}`;
  return (
    <div className={`flex wrap gap-4 ${styles.buttons}`}>
      <Button onClick={({ currentTarget }) => void copyLink(address, currentTarget)}>
        <span aria-live="polite">{copied === address ? words.copied : words.link}</span>
        {note}
      </Button>
      <Button look="plain" onClick={() => go(whichAddress({}))}>
        {words.reset}
      </Button>
    </div>
  );
}

interface LeftProps {
  readonly choice: Choice;
  readonly answers: Answers;
}

interface CountProps extends LeftProps {
  /** Of the recommendation; empty while it is loading. */
  readonly title: string;
}

/** On a phone it stays in sight while the questions are answered, and leads to the answer below them. */
function Count({ choice: { stays, goes }, answers: { harm, check }, title }: CountProps) {
  const words = whichWords[useLanguage()];
  // Until the answer says that there is no check, a lock that loses data without one fits.
  const isCheckOpen = check === undefined && harm !== 'work' && harm !== 'outside';
  return (
    <div className={styles.count}>
      <p role="status" className="quiet">
        {stays.length === 0 ? words.none : words.left(stays.length, stays.length + goes.length)}
        {stays.length > 0 && isCheckOpen && words.withCheck}
      </p>
      {title !== '' && (
        <button type="button" className="link ink" onClick={toAnswer}>
          {words.answer(title)} <ArrowDown size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

const toAnswer = (): void => document.getElementById('recommended')?.scrollIntoView({ block: 'start' });

/** The rows that the answers leave, with a filter, and why the others drop out. */
function Left({ choice: { stays, goes }, answers }: LeftProps) {
  const language = useLanguage();
  const words = whichWords[language];
  const check = answers.check === 'token' ? 'fencing' : answers.check === 'version' ? 'version' : 'no-check';
  const linkOf = (row: string): string =>
    writeTableAddress({ rows: [row], kind: null, check, leases: 'own' }, tableNames);
  const isNone = stays.length === 0;
  return (
    <div className={`quiet airy ${styles.left}`}>
      {isNone && answers.harm === 'never' && (answers.check === 'nothing' || answers.check === 'token') && (
        <p>{words.noneWith[answers.check]}</p>
      )}
      <details open={answers.waits !== undefined}>
        <summary>{isNone ? words.seeNone : words.see(stays.length)}</summary>
        <p className={`block large below-3 stronger ${styles.question}`} aria-hidden>
          {words.questions.waits}
        </p>
        <Asked question="waits" answers={answers} />
        <p className={`block large above below-3 stronger ${styles.question}`} aria-hidden>
          {words.questions.clock}
        </p>
        <Asked question="clock" answers={answers} />
        <ul className={`flex wrap gap-3 ${styles.stays}`}>
          {stays.map((row) => (
            <li key={row}>
              <a href={linkOf(row)}>{nameIn(row, language)}</a>
            </li>
          ))}
        </ul>
        {goes.length > 0 && (
          <details>
            <summary>{words.gone(goes.length)}</summary>
            <dl className={`grid gap-4 above ${styles.goes}`}>
              {goes.map(({ row, reasons }) => (
                <div key={row}>
                  <dt>
                    <a href={linkOf(row)}>{nameIn(row, language)}</a>
                  </dt>
                  {reasons.map((reason) => (
                    <dd key={reason.question}>
                      <Why row={row} reason={reason} />
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </details>
        )}
      </details>
    </div>
  );
}

function Why({ row, reason }: { readonly row: string; readonly reason: Reason }) {
  const language = useLanguage();
  const words = whichWords[language];
  const ofTable = tableWords[language];
  switch (reason.question) {
    case 'runs':
      return words.service[reason.asksSeveral ? 'several' : reason.service];
    case 'clock':
      return ofTable.endedBy[reason.endedBy];
    case 'language':
      return words.wrongLanguage(words.answers.language[reason.needs]);
    case 'work':
      return words.tooLong(ofTable.outcomesInWords[reason.outcome]);
    case 'harm':
    case 'waits': {
      const { kind, check, outcome, hasNoToken } = reason;
      const text = words.cell({
        kind: ofTable.kinds[kind],
        outcome: ofTable.outcomesInWords[outcome],
        check: withColon(ofTable.check, ofTable.checks[check] ?? check),
      });
      return (
        <>
          <a href={writeTableAddress({ rows: [row], kind, check, leases: 'own' }, tableNames)}>{text}</a>
          {hasNoToken && ` ${words.noToken}`}
        </>
      );
    }
    default:
      return reason satisfies never;
  }
}
