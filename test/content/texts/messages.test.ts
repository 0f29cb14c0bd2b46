// Messages name processes as the page does, and write times in the same way as all other texts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import * as faultProblems from '../../../src/core/faults/problems';
import { noNode } from '../../../src/core/model/scenario/parse/problems';
import * as targetProblems from '../../../src/core/model/scenario/parse/targetProblems';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Text } from '../../../src/core/model/values/text';
import * as runProblems from '../../../src/course/kinds/problems';
import { timersFirst } from '../../../src/live/wire/liveProblems';
import { twice } from '../../../src/live/wire/traceProblems';

const both: Text = { en: 'Pause', zh: '暂停' };
const nodes: readonly ProcessId[] = ['nodeA', 'nodeB'];

const ofTargets: Readonly<Record<keyof typeof targetProblems, Text>> = {
  absent: targetProblems.absent('client9', ['client1'], ['client1', 'nodeA', 'storage']),
  noLockServer: targetProblems.noLockServer('key-vanishes', 'client1'),
  severalMembers: targetProblems.severalMembers('service', ['memberA', 'memberB']),
  noClient: targetProblems.noClient(targetProblems.onlyClientsAct, 'nodeA'),
  onlyClientsAct: targetProblems.onlyClientsAct,
  noStep: targetProblems.noStep('dance', 'redlock', ['read', 'write']),
  bothEnds: targetProblems.bothEnds('client1'),
};

const ofFaults: Readonly<Record<keyof typeof faultProblems, Text>> = {
  noThread: faultProblems.noThread('nodeA'),
  noSignal: faultProblems.noSignal('nodeA'),
  signalToThread: faultProblems.signalToThread,
  noReplica: faultProblems.noReplica('nodeA'),
  notItsReplica: faultProblems.notItsReplica('replicaB1', 'nodeA', ['replicaA1', 'replicaA2']),
  noClientOfOldMaster: faultProblems.noClientOfOldMaster('nodeB'),
  noService: faultProblems.noService('nodeA'),
  noSessionOf: faultProblems.noSessionOf('service'),
  noDatabase: faultProblems.noDatabase,
  noSession: faultProblems.noSession('client1'),
  noLeaderEver: faultProblems.noLeaderEver('service'),
  noKey: faultProblems.noKey('nodeA'),
  onlyByHand: faultProblems.onlyByHand('service'),
  noneUp: faultProblems.noneUp('nodeA'),
  couldNotTakeOver: faultProblems.couldNotTakeOver('replicaA1', 'nodeA'),
};

const ofRuns: Readonly<Record<keyof typeof runProblems, Text>> = {
  notToBeChanged: runProblems.notToBeChanged('storage'),
  tooManyChanges: runProblems.tooManyChanges(2, 1),
  laterTitle: runProblems.laterTitle(50),
  givenFaultsStay: runProblems.givenFaultsStay,
  tooManyFaults: runProblems.tooManyFaults(2, 1),
  kindNotInBudget: runProblems.kindNotInBudget('Pause', ['Crash']),
  notToBeTouched: runProblems.notToBeTouched('nodeB', ['client1', 'nodeA']),
  faultTooLong: runProblems.faultTooLong(3500, 3000),
  pauseTriedText: runProblems.pauseTriedText({ client: 'client2', step: 'write', nth: 2, ms: 2500 }),
  otherRandomness: runProblems.otherRandomness,
  solvedBefore: runProblems.solvedBefore,
  tooManyEvents: runProblems.tooManyEvents(20_000),
  tooManyRuns: runProblems.tooManyRuns(2000, 1000),
  goalMissed: runProblems.goalMissed(both),
  notRightThen: runProblems.notRightThen(both),
  oneChange: runProblems.oneChange(2),
  faultStays: runProblems.faultStays,
  noOtherFault: runProblems.noOtherFault,
  faultNeverHappens: runProblems.faultNeverHappens,
  noneRight: runProblems.noneRight,
  noneWrong: runProblems.noneWrong,
  noChangeSolves: runProblems.noChangeSolves(12, 66),
  noBreak: runProblems.noBreak(240, true),
  noneSolves: runProblems.noneSolves,
};

const others: Readonly<Record<string, Text>> = {
  noNode: noNode('settings', 'nodeF', nodes),
  timersFirst: timersFirst('client1'),
  twice: twice('client1'),
};

const messages = Object.entries({ ...ofTargets, ...ofFaults, ...ofRuns, ...others });

test.each(messages)('the message “%s” has no id of a process and no thousands of milliseconds', (_, { en, zh }) => {
  for (const text of [en, zh]) {
    expect(text).not.toMatch(/client\d|node[A-I]|replica[A-I]/);
    expect(text).not.toMatch(/\d{4,} ?(ms|毫秒)/);
  }
});

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ path: `src/${name.replaceAll('\\', '/')}`, text: readFileSync(join(root, 'src', name), 'utf8') }));

/** A sentence or a part of one, and not a key such as `client1>nodeA`. */
const prose = /\p{Script=Han}|[a-z]{2,} .*[a-z]{2,}/u;

/** Every template with words and an expression, with the text after the expression. */
function filledIn({ path, text }: Source): readonly { place: string; expression: ts.Expression; after: string }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: { place: string; expression: ts.Expression; after: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      const said = node.head.text + node.templateSpans.map(({ literal }) => literal.text).join(' ');
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      for (const { expression, literal } of node.templateSpans)
        if (prose.test(said) || /^ ?(s|ms|秒|毫秒)\b/.test(literal.text))
          found.push({ place: `${path}:${line}`, expression, after: literal.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether the expression is a parameter of type ProcessId of an enclosing function. */
function isBareId(expression: ts.Expression): boolean {
  if (!ts.isIdentifier(expression)) return false;
  for (let node: ts.Node = expression; node.parent !== undefined; node = node.parent) {
    if (!ts.isFunctionLike(node)) continue;
    const own = node.parameters.find(({ name }) => ts.isIdentifier(name) && name.text === expression.text);
    if (own !== undefined) return own.type?.getText() === 'ProcessId';
  }
  return false;
}

/** An error about an unknown id has nothing but the id. */
const knowOnlyIds = /^src\/core\/(model\/scenario\/processId|sim\/world)\.ts$/;

const bareIds = (file: Source): readonly string[] =>
  (knowOnlyIds.test(file.path) ? [] : filledIn(file))
    .filter(({ expression }) => isBareId(expression))
    .map(({ place, expression }) => `${place} says the id “${expression.getText()}”; say pageName(…)`);

/** The library uses milliseconds, like its settings. An axis has its own ticks, and a field shows what was typed. */
const ownTimes =
  /^src\/(core\/model\/values\/format|picture\/layout\/(timeAxis|clockMarks)|web\/fields\/LatencyRows|redlock\/.*)\.tsx?$/;

const bareTimes = (file: Source): readonly string[] =>
  ownTimes.test(file.path)
    ? []
    : filledIn(file)
        .filter(({ after }) => /^ ?(ms|s|毫秒|秒)(?![\w-])/.test(after))
        .map(({ place }) => `${place} writes a time by itself; model/values/format.ts does it`);

test('no sentence has the id of a process in place of its name', () => {
  expect(sources.flatMap(bareIds)).toEqual([]);
});

test('no sentence writes a time by itself', () => {
  expect(sources.flatMap(bareTimes)).toEqual([]);
});

describe('planted, it is found:', () => {
  /** `${…}`, as in the source. */
  const filled = (expression: string): string => ['$', '{', expression, '}'].join('');
  const saying = (words: string): string => `const a = (id: ProcessId, ms: Ms): Text => ({ en: \`${words}\` });`;
  const inFile = (path: string, words: string): Source => ({ path, text: saying(words) });

  test('an id', () => {
    const bare = `There is no ${filled('id')} in here.`;
    expect(bareIds(inFile('src/run/problems.ts', bare))).toEqual([
      'src/run/problems.ts:1 says the id “id”; say pageName(…)',
    ]);
    expect(bareIds(inFile('src/run/problems.ts', `There is no ${filled('pageName(id).en')} in here.`))).toEqual([]);
    expect(bareIds(inFile('src/live/server/a.ts', `${filled('id')}>nodeA`))).toEqual([]);
  });

  test('a time', () => {
    const bare = `At most ${filled('ms / 1000')} s.`;
    expect(bareTimes(inFile('src/run/problems.ts', bare))).toEqual([
      'src/run/problems.ts:1 writes a time by itself; model/values/format.ts does it',
    ]);
    expect(bareTimes(inFile('src/run/problems.ts', `At most ${filled('formatMs(ms)')}.`))).toEqual([]);
    expect(bareTimes(inFile('src/redlock/errors.ts', bare))).toEqual([]);
  });
});
