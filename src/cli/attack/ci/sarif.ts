/**
 * The report as SARIF 2.1.0: one rule for each harm. A break keeps its identity by its name when lines move. GitHub wants
 * more than the schema: texts of a rule, a line, and `primaryLocationLineHash`, the one fingerprint that it reads.
 * Source: docs.github.com, "SARIF support for code scanning".
 */
import type { Language } from '../../../core/model/values/text';
import { visible } from '../../../core/model/values/visible';
import { harmInWords } from '../../../search/explore/words';
import { digestOf } from '../../digest';
import { packageVersion } from '../../packageVersion';
import { jsonOf } from './asData';
import type { NamedBreak } from './breakName';
import * as words from './ciWords';
import { type HarmFound, harmsFound, inLines } from './found';
import { acceptedIn, stateOf } from './needed';
import type { Reported } from './reported';

export function asSarif(reported: Reported): string {
  const { failing, accepted, gone, file, findings, language, shard, unreasoned } = reported;
  const notes = [
    ...findings.notSearched.map((one) => ({
      level: 'warning',
      message: { text: visible(`${words.undecided[language]} ${one}`) },
    })),
    ...(findings.unsettled === null ? [] : [{ level: 'warning', message: { text: visible(findings.unsettled) } }]),
    ...gone.map((name) => ({ level: 'note', message: { text: visible(words.gone(name)[language]) } })),
  ];
  return jsonOf({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'redlock-playground attack',
            version: packageVersion(),
            informationUri: 'https://www.npmjs.com/package/redlock-playground',
            rules: harmsFound.map((harm) => ruleOf(harm, language)),
          },
        },
        // Otherwise the report of another file or shard would replace this one.
        automationDetails: { id: `attack/${uriOf(file)}/${shard === null ? '' : `${shard.number}-of-${shard.of}/`}` },
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: findings.isWhole, toolExecutionNotifications: notes }],
        results: [
          ...failing.map((one) => resultOf(one, file, [stateOf(one, unreasoned, language)])),
          ...accepted.map((one) => ({
            ...resultOf(one, file, [acceptedIn(one, language)]),
            suppressions: [{ kind: 'external', justification: visible(one.reason) }],
          })),
        ],
      },
    ],
  });
}

function ruleOf(harm: HarmFound, language: Language) {
  const text = harm === 'fails' ? words.failsAlone[language] : harmInWords(harm)[language];
  return { id: harm, shortDescription: { text }, fullDescription: { text }, help: { text } };
}

/** A relative reference. Lone surrogates cannot be written in one. */
const uriOf = (file: string): string =>
  file
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/');

function resultOf(one: NamedBreak, file: string, states: readonly string[]) {
  const { harm, name, headline, line } = one;
  return {
    ruleId: harm,
    ruleIndex: harmsFound.indexOf(harm),
    level: 'error',
    message: { text: visible([headline, name, ...states, ...inLines(one)].join('\n')) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: Math.max(line, 1) },
        },
      },
    ],
    partialFingerprints: { 'breakName/v1': name, primaryLocationLineHash: `${digestOf(name)}:1` },
  };
}
