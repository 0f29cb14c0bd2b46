// From a claim to its proof: the article's words, the run, the rule that decided with its source, and a report to
// send.

import { claims } from '../../content/stories/claims/claims';
import { howDecidedWords } from '../../content/texts/howDecided';
import type { Story } from '../../core/model/scenario/story';
import { withColon } from '../../core/model/values/joinedTexts';
import { Excerpt } from '../code/Excerpt';
import { FactPair } from '../parts/RunHead';
import { Sheet } from '../parts/Sheet';
import { CopyBox } from '../share/CopyBox';
import { useAddressNow } from '../share/useAddressNow';
import { useEdition } from '../state/edition';
import { useStory } from '../state/story';
import { useLanguage, useText } from '../words/i18n';
import { unbroken } from '../words/unbroken';
import styles from './Proof.module.css';
import { repository } from './project';
import { issueAddress, type Reported, reportText } from './report';
import { type Claimed, type Shown, useClaim } from './useClaim';

interface ProofSheetProps {
  /** The address of the playground, on other pages. */
  readonly playground?: string;
}

export function ProofSheet({ playground }: ProofSheetProps) {
  const words = useText()(howDecidedWords);
  const story = useStory();
  const claim = useClaim();
  const link = useAddressNow(playground);
  const reported: Reported = { ...claim.reported, link };
  return (
    <Sheet title={words.title} width={820}>
      <div className={`loose ${styles.proof}`}>
        <p className={styles.lead}>{words.lead}</p>
        <h3>{words.article.title}</h3>
        <Article story={story} reported={reported} />
        <h3>{words.run.title}</h3>
        <RunPart reported={reported} isOver={claim.isOver} />
        <h3>{words.rules.title}</h3>
        {claim.isOver ? <RulesPart claim={claim} /> : <p>{words.rules.open}</p>}
        <h3>{words.report.title}</h3>
        <ReportPart reported={reported} />
      </div>
    </Sheet>
  );
}

function Article({ story, reported }: { readonly story: Story | null; readonly reported: Reported }) {
  const text = useText();
  const words = text(howDecidedWords).article;
  const language = useLanguage();
  const isVariant = useEdition((state) => state.variantId !== null);
  if (story === null) return <p>{words.own}</p>;
  const claim = claims[story.id];
  if (claim === undefined || reported.article === null) return <p>{words.none}</p>;
  const { quote, says } = claim;
  const translation = text<string | undefined>({ en: says.en, zh: says.zh });
  return (
    <>
      {/* The reader's own language comes first. */}
      {translation !== undefined && <p className={styles.quote}>{translation}</p>}
      <blockquote className={translation === undefined ? styles.quote : 'quiet below-4'} lang={languageOf(says)}>
        {translation !== undefined && <span lang={language}>{withColon(words.original, '')}</span>}
        {quote}
      </blockquote>
      <p className="quiet normal">{words.from(reported.article.source)}</p>
      {reported.isChanged ? <p>{words.changed}</p> : isVariant && <p>{words.variant}</p>}
    </>
  );
}

/** The one language that needs no second quote. Null for code. */
function languageOf({ en, zh }: { readonly en?: string; readonly zh?: string }): string | undefined {
  if (en === undefined) return 'en';
  return zh === undefined ? 'zh-CN' : undefined;
}

function RunPart({ reported, isOver }: { readonly reported: Reported; readonly isOver: boolean }) {
  const words = useText()(howDecidedWords).run;
  const { link, lock, check, faults, isLive, headline, pair, sentence } = reported;
  const rows = [
    [words.lock, lock],
    [words.check, check],
    [words.where, isLive ? words.live : words.simulated],
  ] as const;
  return (
    <>
      <dl className={`grid gap-3 below-4 ${styles.facts}`}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt className="quiet">{words.faults}</dt>
          {faults.length === 0 && <dd>{words.noFaults}</dd>}
          {faults.map((fault) => (
            <dd key={fault}>{fault}</dd>
          ))}
        </div>
        <div>
          <dt className="quiet">{words.outcome}</dt>
          <dd>
            <strong>{headline}</strong>
          </dd>
          {isOver && (
            <dd>
              <FactPair pair={pair} />
            </dd>
          )}
          <dd>{unbroken(sentence)}</dd>
        </div>
      </dl>
      <p>{link === '' ? words.making : <a href={link}>{words.link}</a>}</p>
    </>
  );
}

/**
 * The prepared report: a text to copy and, if the build knows the project's address, a link that opens it as an
 * issue.
 */
function ReportPart({ reported }: { readonly reported: Reported }) {
  const all = useText()(howDecidedWords);
  const { report: words, run } = all;
  if (reported.link === '') return <p>{run.making}</p>;
  const body = reportText(reported, all);
  const issue = issueAddress(repository, {
    title: words.issueTitle(reported.story ?? reported.headline),
    body,
    cut: words.cut,
  });
  return (
    <>
      <p>{words.lead}</p>
      <CopyBox label={words.label} text={body} rows={10} />
      {issue !== null && (
        <p className={styles.issue}>
          <a href={issue} target="_blank" rel="noopener noreferrer">
            {words.issue}
          </a>
        </p>
      )}
    </>
  );
}

/** The rules that decided the two facts of a verdict, each in words and as the code that runs. */
function RulesPart({ claim: { reported, lock, data } }: { readonly claim: Claimed }) {
  const words = useText()(howDecidedWords).rules;
  return (
    <>
      <Rule title={reported.pair.lock.text} definition={words.lock[lock.rule]} places={lock.sources} />
      <Rule title={reported.pair.data.text} definition={words.data[data.rule]} places={data.sources} />
    </>
  );
}

interface RuleProps {
  readonly title: string;
  readonly definition: string;
  readonly places: readonly Shown[];
}

/** The first function is open: it decides whether the rule applies. */
function Rule({ title, definition, places }: RuleProps) {
  const words = useText()(howDecidedWords).rules;
  return (
    <section className={styles.rule} aria-label={title}>
      <h4>{title}</h4>
      <p>{definition}</p>
      {places.map(({ file, name, source, line, from, to }, i) => (
        <details className="below-3" key={name} open={i === 0}>
          <summary>
            <code>{name}</code> <span className="quiet">{words.source({ file, line: line + 1 })}</span>
          </summary>
          <Excerpt source={source} from={from} to={to} label={withColon(title, name)} />
        </details>
      ))}
    </section>
  );
}
