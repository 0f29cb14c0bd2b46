/**
 * The report in JUnit's form, one case for each break. It follows the schemas of Jenkins' xUnit plugin, from junit-4.xsd
 * on, which GitLab, Azure and CircleCI read as well, and Ant's, which has neither `skipped` nor a text for a case that
 * passes. A known break is therefore a case that passes, and its reason is in the output of the suite.
 */
import { visible } from '../../../core/model/values/visible';
import * as words from './ciWords';
import { inLines } from './found';
import { acceptedIn, stateOf } from './needed';
import type { Reported } from './reported';

/** @param now when the report is written. It is not known how long a break took to find, so each time is 0. */
export function asJunit(reported: Reported, now = new Date()): string {
  const { failing, accepted, gone, file, findings, language, unreasoned } = reported;
  const className = escaped(file);
  const open = (name: string): string => `    <testcase name="${escaped(name)}" classname="${className}" time="0"`;
  const failed = failing.map(
    (one) => `${open(one.name)}>
      <failure message="${escaped(one.headline)}" type="${one.harm}">${escaped([stateOf(one, unreasoned, language), at(file, one.line), ...inLines(one)].join('\n'))}</failure>
    </testcase>`,
  );
  const knownCases = accepted.map((one) => `${open(`known: ${one.name}`)}/>`);
  const stopped = findings.isWhole
    ? []
    : [
        `${open('the whole space was searched')}>
      <error message="${escaped(words.undecided[language])}" type="undecided">${escaped(findings.notSearched.join('\n'))}</error>
    </testcase>`,
      ];
  const unsettled =
    findings.unsettled === null
      ? []
      : [
          `${open('no break is settled')}>
      <error message="${escaped(findings.unsettled)}" type="unsettled"/>
    </testcase>`,
        ];
  const passed =
    findings.isWhole && findings.unsettled === null && failing.length + accepted.length === 0
      ? [`${open(words.noBreak(findings.runs).en)}/>`]
      : [];
  const cases = [...failed, ...knownCases, ...stopped, ...unsettled, ...passed];
  const counts = `tests="${cases.length}" failures="${failed.length}" errors="${stopped.length + unsettled.length}"`;
  const reasons = accepted.map((one) => `${one.name}: ${acceptedIn(one, language)}`);
  const notes = [findings.space, ...reasons, ...gone.map((name) => words.gone(name)[language])].join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${className}" package="attack" id="0" hostname="localhost" timestamp="${now.toISOString().slice(0, 19)}" time="0" ${counts}>
    <properties><property name="tool" value="redlock-playground attack"/></properties>
${cases.join('\n')}
    <system-out>${escaped(notes)}</system-out>
    <system-err/>
  </testsuite>
</testsuites>
`;
}

const at = (file: string, line: number): string => (line > 0 ? `${file}:${line}` : file);

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  // Before `#[`: the runner of GitHub would read a command.
  '#': '&#35;',
};

/** XML 1.0 has no form at all for most control characters, nor for halves of pairs, so they become visible text. */
const escaped = (text: string): string =>
  visible(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"\n]|#(?=#\[)/g, (mark) => references[mark] ?? mark);
