// Finds the state that a module of a pure folder keeps at its top level, as a function of one file: a variable, a table
// that is written to, a call that changes something. A run would then depend on what was imported or run before.
import ts from 'typescript';
import type { SourceFile } from './houseRules';

const pureRooms =
  /^src\/(core\/(model|faults|locks|clients|storage|sim|spans|judge|run|narrate)|content\/(stories|texts)|course\/(exercises|judging)|picture\/(layout|scene)|live\/wire|search)\/.*\.ts$/;

/**
 * Exceptions. A memo holds only what a pure function computes from its key. The three variables are there for speed;
 * a property checks that no result depends on them.
 */
export const allowedState: Readonly<Record<string, readonly string[]>> = {
  'src/core/model/effects/effect.ts': ['quick'],
  'src/core/model/trace/traceWriter.ts': ['capacityNext', 'spare'],
  'src/core/model/scenario/fields.ts': ['defaults'],
  'src/core/model/scenario/parse/scenarioSchema.ts': ['schemas'],
  'src/core/model/scenario/processId.ts': ['knownParts'],
  'src/core/sim/sentinel/sentinels.ts': ['knownMastersIn'],
  'src/core/spans/actualExpiry.ts': ['expiryByHold'],
  'src/core/spans/spans.ts': ['spansByTrace'],
  'src/core/spans/traceIndex.ts': ['indexByTrace'],
  'src/core/spans/holderSpans.ts': ['spansByTrace'],
  'src/core/spans/lockSpans.ts': ['statesByTrace'],
};

/**
 * The names at the top level of a pure folder that hold a state: `registry (let)`, `known (written into)`, `knowAll()
 * (a call)`.
 */
export function moduleState({ path, text }: SourceFile): readonly string[] {
  if (!pureRooms.test(path)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const written = writtenInto(source);
  const allowed = allowedState[path] ?? [];
  return source.statements
    .flatMap((statement) => stateOf(statement, written))
    .filter((found) => !allowed.includes(found.replace(/ .*/, '')));
}

function stateOf(statement: ts.Statement, written: ReadonlySet<string>): readonly string[] {
  if (ts.isExpressionStatement(statement)) return [`${statement.getText().split('\n')[0]} (a call)`];
  if (!ts.isVariableStatement(statement))
    return isDeclaration(statement) ? [] : [`${ts.SyntaxKind[statement.kind]} (runs)`];
  const { declarationList } = statement;
  const isConst = (declarationList.flags & ts.NodeFlags.Const) !== 0;
  return declarationList.declarations.flatMap(({ name }) => {
    if (!isConst) return [`${name.getText()} (let)`];
    return written.has(name.getText()) ? [`${name.getText()} (written into)`] : [];
  });
}

const isDeclaration = (statement: ts.Statement): boolean =>
  ts.isImportDeclaration(statement) ||
  ts.isModuleDeclaration(statement) ||
  ts.isExportDeclaration(statement) ||
  ts.isFunctionDeclaration(statement) ||
  ts.isClassDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement);

const writing = new Set([
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'unshift',
  'pop',
  'shift',
  'splice',
  'fill',
  'reverse',
]);

/** The names that the file writes into, unless a function has a variable of the same name. */
function writtenInto(source: ts.SourceFile): ReadonlySet<string> {
  const written = new Set<string>();
  const inner = new Set<string>();
  const note = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) written.add(node.text);
    else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) note(node.expression);
  };
  const walk = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) && !isAtTop(node)) || ts.isParameter(node)) inner.add(node.name.getText());
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      if (ts.isPropertyAccessExpression(expression) && writing.has(expression.name.text)) note(expression.expression);
      if (/^(Object\.assign|Reflect\.set)$/.test(expression.getText()) && given[0] !== undefined) note(given[0]);
    }
    if (ts.isDeleteExpression(node)) note(node.expression);
    const isAssignment =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    if (isAssignment && !ts.isIdentifier(node.left)) note(node.left);
    ts.forEachChild(node, walk);
  };
  walk(source);
  return new Set([...written].filter((name) => !inner.has(name)));
}

const isAtTop = (declaration: ts.VariableDeclaration): boolean =>
  ts.isVariableStatement(declaration.parent.parent) && ts.isSourceFile(declaration.parent.parent.parent);
