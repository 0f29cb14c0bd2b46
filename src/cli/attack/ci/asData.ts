/** The report for a program, and the one for a person at a terminal. */
import { visible } from '../../../core/model/values/visible';
import * as words from './ciWords';
import { inLines } from './found';
import { acceptedIn, stateOf } from './needed';
import type { Reported } from './reported';

export function asJson({ failing, accepted, gone, file, findings }: Reported): string {
  const { isWhole, runs, space, notSearched, unsettled } = findings;
  return jsonOf({
    file,
    space,
    isWhole,
    runs,
    notSearched,
    ...(unsettled !== null && { unsettled }),
    failing,
    accepted,
    gone,
  });
}

/** JSON with the same data, without commands to a terminal or to GitHub's runner. */
export const jsonOf = (data: object): string => inJson(`${visible(JSON.stringify(data, null, 2))}\n`);

/** JSON can contain only the older form of a command, `##[name]`. */
export const inJson = (text: string): string => text.replaceAll('##[', '\\u0023#[');

export function asText(reported: Reported): string {
  const { failing, accepted, gone, file, findings, language, unreasoned } = reported;
  const blocks = failing.map((one) =>
    [
      `${stateOf(one, unreasoned, language)}: ${one.name}`,
      `${one.headline} (${file}${one.line > 0 ? `:${one.line}` : ''})`,
      ...inLines(one),
      ...(one.run === null ? [] : [one.run]),
    ].join('\n   '),
  );
  const lines = [
    findings.space,
    ...blocks.map((block) => `\n${block}`),
    '',
    ...accepted.map((one) => `${acceptedIn(one, language)}: ${one.name}`),
    ...gone.map((name) => words.gone(name)[language]),
    ...(findings.isWhole ? [] : [words.undecided[language], ...findings.notSearched.map((one) => `- ${one}`)]),
    ...(findings.unsettled === null ? [] : [findings.unsettled]),
    words.summary({ failing: failing.length, accepted: accepted.length, runs: findings.runs })[language],
  ];
  return `${visible(lines.join('\n'))}\n`;
}
