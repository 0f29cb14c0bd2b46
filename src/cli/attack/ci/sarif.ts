/** The report as SARIF 2.1.0: one rule for each harm. A break keeps its identity by its name when lines move. */
import { visible } from '../../../core/model/visible';
import { harmNames } from '../../../search/explore/words';
import type { NamedBreak } from './breakName';
import * as words from './ciWords';
import { type HarmFound, harmsFound } from './found';
import type { Reported } from './reported';

export function asSarif(reported: Reported): string {
  const { failing, accepted, gone, file, found, language } = reported;
  const notes = [
    ...found.notSearched.map((one) => ({
      level: 'warning',
      message: { text: visible(`${words.undecided[language]} ${one}`) },
    })),
    ...gone.map((name) => ({ level: 'note', message: { text: visible(words.gone(name)[language]) } })),
  ];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'redlock-playground attack',
            rules: harmsFound.map((harm) => ({ id: harm, shortDescription: { text: nameOf(harm, language) } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: found.isWhole, toolExecutionNotifications: notes }],
        results: [
          ...failing.map((one) => resultOf(one, file)),
          ...accepted.map((one) => ({
            ...resultOf(one, file),
            suppressions: [{ kind: 'external', justification: one.reason }],
          })),
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const nameOf = (harm: HarmFound, language: Reported['language']): string =>
  harm === 'fails' ? words.failsAlone[language] : harmNames[harm][language];

/** A relative reference. Halves of pairs cannot be written in one. */
const uriOf = (file: string): string =>
  file
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

function resultOf({ harm, name, headline, details, line }: NamedBreak, file: string) {
  return {
    ruleId: harm,
    ruleIndex: harmsFound.indexOf(harm),
    level: 'error',
    message: { text: visible([headline, name, ...details].join('\n')) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          ...(line > 0 ? { region: { startLine: line } } : {}),
        },
      },
    ],
    partialFingerprints: { 'breakName/v1': name },
  };
}
