/**
 * Annotations for GitHub's workflows, and the table of the summary. Whatever comes from the code is escaped, so that
 * it cannot give a command to the runner, which reads every line of both streams.
 * Source: docs.github.com, "Workflow commands for GitHub Actions"; actions/toolkit, `command.ts`.
 */
import { visible } from '../../../core/model/values/visible';
import type { NamedBreak } from './breakName';
import * as words from './ciWords';
import { inLines } from './found';
import { acceptedIn, stateOf } from './needed';
import type { Reported } from './reported';

/** GitHub shows this many annotations of a kind in one step. */
const annotationsMost = 10;

const escapedData = (text: string): string =>
  visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('##[', '#%23[');

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** No line of the text is a command of the runner: neither `::name::`, nor the older `##[name]`, which may stand anywhere. */
export const withoutCommands = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gm, '$1: ').replaceAll('##[', '# #[');

export function asAnnotations(reported: Reported): string {
  const { failing, accepted, findings, gone, language } = reported;
  const annotations = failing.slice(0, annotationsMost).map((one) => annotation('error', one, reported));
  const hiddenCount = failing.length - annotations.length;
  const notices = gone.map(
    (name) => `::notice title=${escapedProperty('attack')}::${escapedData(words.gone(name)[language])}`,
  );
  return [
    ...annotations,
    ...(hiddenCount > 0 ? [words.alsoFound(hiddenCount)[language]] : []),
    ...(findings.isWhole ? [] : [`::warning title=attack::${escapedData(undecidedIn(reported))}`]),
    ...(findings.unsettled === null ? [] : [`::warning title=attack::${escapedData(findings.unsettled)}`]),
    ...notices.slice(0, annotationsMost),
    words.summary({ failing: failing.length, accepted: accepted.length, runs: findings.runs })[language],
    '',
  ].join('\n');
}

function annotation(kind: 'error', one: Reported['failing'][number], reported: Reported): string {
  const { file, unreasoned, language } = reported;
  const { name, line, headline } = one;
  const properties = [
    `file=${escapedProperty(file)}`,
    ...(line > 0 ? [`line=${line}`] : []),
    `title=${escapedProperty(headline)}`,
  ];
  return `::${kind} ${properties.join(',')}::${escapedData([name, stateOf(one, unreasoned, language), ...inLines(one)].join('\n'))}`;
}

const undecidedIn = ({ findings, language }: Reported): string =>
  [words.undecided[language], ...findings.notSearched].join('\n');

/** Markdown for `$GITHUB_STEP_SUMMARY`. */
export function asSummary(reported: Reported): string {
  const { failing, accepted, gone, file, findings, language, unreasoned } = reported;
  const { state, name, what, line } = words.columns;
  const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  const rows = [
    ...failing.map((one) => [stateOf(one, unreasoned, language), one.name, one.headline, lineOf(one)]),
    ...accepted.map((one) => [acceptedIn(one, language), one.name, one.headline, lineOf(one)]),
  ];
  const table = [
    row([state, name, what, line].map((text) => text[language])),
    '| --- | --- | --- | --- |',
    ...rows.map(row),
  ];
  return [
    `### attack: ${cell(file)}`,
    '',
    cell(findings.space),
    '',
    ...(rows.length > 0
      ? table
      : [findings.unsettled === null ? words.noBreak(findings.runs)[language] : cell(findings.unsettled)]),
    '',
    ...(findings.isWhole
      ? []
      : [`${words.undecided[language]}`, '', ...findings.notSearched.map((one) => `- ${cell(one)}`), '']),
    ...gone.map((one) => `- ${cell(words.gone(one)[language])}`),
    '',
  ].join('\n');
}

const lineOf = ({ line }: NamedBreak): string => (line > 0 ? String(line) : '');

/** Text that Markdown shows as it is: every mark of Markdown and HTML is a reference to its character. */
const cell = (text: string): string =>
  visible(text)
    .replace(/[&<>|`*_[\]()\\~#!@]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replaceAll('\n', '<br>');
