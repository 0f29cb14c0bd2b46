// The house rules that a machine can check, each as a function of one file. This file reads no disk;
// houseRules.test.ts does.
import ts from 'typescript';

/** A text file of the repository. */
export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Finds what is wrong with a file: one line for each finding. */
export type HouseRule = (file: SourceFile) => readonly string[];

const folderDepthMax = 4;

const code = /^(src|test|scripts|bench)\/.*\.(tsx?|mjs|cjs)$/;
const pureCode =
  /^src\/(core\/(model|faults|locks|clients|storage|sim|spans|judge|run|narrate)|content\/(stories|texts)|course\/(exercises|judging)|picture\/layout|live\/wire)\/.*\.tsx?$/;

/** Where texts in both languages may stand: folders of content, and tables of texts, which are named accordingly. */
const textFiles =
  /^src\/\w+\/((stories|exercises|levels|locks|faults|storage|texts|own\/templates|own\/broken)\/|own\/api|.*\b(\w*(Problems|Texts|Words|Fields|Help)|problems|texts?|words|fields)\.ts$)/;
/** A field is described where it is declared, and so are its texts, unless values are inserted into them. */
const labels = /^(label|help|absent|present|listLabel)$/;

/** The part of Math whose results the standard fixes to the last bit. Other results may differ between engines. */
const exactMath = new Set([
  'abs',
  'ceil',
  'clz32',
  'floor',
  'fround',
  'imul',
  'max',
  'min',
  'round',
  'sign',
  'sqrt',
  'trunc',
]);
const exactMathConstants = new Set(['PI', 'E', 'SQRT2', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT1_2']);

/** The spaces and type sizes of a style sheet have names. */
const styleSheet: HouseRule = ({ path, text }) => {
  if (!path.startsWith('src/') || !path.endsWith('.css')) return [];
  return text.split('\n').flatMap((line, at) => {
    const position = `${path}:${at + 1}`;
    if (/^ *(gap|padding[a-z-]*|row-gap|column-gap): [^;(]*\b(2|4|6|8|12|16)px\b/.test(line))
      return [`${position} spells out a space: ${line.trim()}`];
    // After the slash comes the line height; `em` follows the surrounding text.
    if (/^ *font(-size)?: [^;/]*\d(?!em)[a-z%]/.test(line.replace(/var\(.*?\)/g, '')))
      return [`${position} spells out a size of type: ${line.trim()}`];
    return [];
  });
};

const folderDepth: HouseRule = ({ path }) => {
  const depth = path.split('/').length - 2;
  return path.startsWith('src/') && depth > folderDepthMax
    ? [`${path} lies ${depth} folders below src; ${folderDepthMax} is the limit`]
    : [];
};

/**
 * Modules that an import without an extension could mix up. On macOS and Windows, `a` and `A` are the same file.
 * @returns one line for each pair
 */
export function clashingModules(paths: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  const clashes: string[] = [];
  for (const path of paths) {
    if (!/\.(tsx?|mjs|cjs|js)$/.test(path) || path.endsWith('.d.ts')) continue;
    const name = path.replace(/\.\w+$/, '').toLowerCase();
    const other = seen.get(name);
    if (other === undefined) seen.set(name, path);
    else clashes.push(`${other} and ${path} are one module where case does not count`);
  }
  return clashes;
}

const firstComment: HouseRule = ({ path, text }) =>
  code.test(path) && !/^(\/\/ |\/\*\*)/.test(text)
    ? [`${path} does not begin with a comment that says what it knows`]
    : [];

const machinePath: HouseRule = ({ path, text }) => {
  const found = /(^|[\s"'`(=:])(\/(work|tmp\/team|home\/\w+|root)\/[\w.-]*)/.exec(text);
  return found === null ? [] : [`${path} names a path of one machine: ${found[2]}`];
};

const determinism: HouseRule = (file) => {
  const findings: string[] = [];
  forEachNode(file, pureCode, (node, source) => {
    const impure = nameImpurity(node);
    if (impure !== undefined)
      findings.push(`${file.path}:${lineOf(source, node.getStart(source))} uses ${impure} in a pure folder`);
  });
  return findings;
};

const proseInLogic: HouseRule = (file) => {
  const findings: string[] = [];
  forEachNode(file, textFiles.test(file.path) ? /^$/ : /^src\/.*\.tsx?$/, (node, source) => {
    if (!ts.isObjectLiteralExpression(node)) return;
    const spoken = node.properties.filter(isLanguage);
    if (spoken.length < 2 || !spoken.some((property) => holdsText(property.initializer))) return;
    if (isLabel(node) && !spoken.some((property) => ts.isTemplateExpression(property.initializer))) return;
    const line = lineOf(source, node.getStart(source));
    findings.push(`${file.path}:${line} says in two languages what a table of texts should say, a file \`…Words.ts\``);
  });
  return findings;
};

/** The kinds of exercises are distinguished by tables, which the compiler checks. */
const kindOfExercise: HouseRule = ({ path, text }) => {
  if (!/^src\/(?!.*\bkinds\/)/.test(path)) return [];
  const compared =
    /(exercise\.kind (===|!==)|kind (===|!==) '(predict|name|break|fix|choose|order)'|case '(predict|fix|choose|order)':)/;
  return compared.test(text) ? [`${path} compares the kind of an exercise`] : [];
};

/** Every rule by its name. */
export const houseRules: Readonly<Record<string, HouseRule>> = {
  styleSheet,
  folderDepth,
  firstComment,
  machinePath,
  determinism,
  proseInLogic,
  kindOfExercise,
};

const isLanguage = (property: ts.ObjectLiteralElementLike): property is ts.PropertyAssignment =>
  ts.isPropertyAssignment(property) && /^(en|zh)$/.test(property.name.getText());

const isLabel = ({ parent }: ts.Node): boolean => ts.isPropertyAssignment(parent) && labels.test(parent.name.getText());

const holdsText = (node: ts.Node): boolean =>
  ts.isTemplateExpression(node) ||
  (ts.isStringLiteralLike(node) && node.text !== '') ||
  ts.forEachChild(node, holdsText) === true;

/** Whole objects, such as Date, are Biome's. */
function nameImpurity(node: ts.Node): string | undefined {
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const member = node.name.text;
  if (/^(toLocale|localeCompare)/.test(member)) return member;
  const isMath = ts.isIdentifier(node.expression) && node.expression.text === 'Math';
  return isMath && !exactMath.has(member) && !exactMathConstants.has(member) ? `Math.${member}` : undefined;
}

function forEachNode(file: SourceFile, paths: RegExp, visit: (node: ts.Node, source: ts.SourceFile) => void): void {
  if (!paths.test(file.path)) return;
  const source = parsed(file);
  const walk = (node: ts.Node): void => {
    visit(node, source);
    ts.forEachChild(node, walk);
  };
  walk(source);
}

const sources = new WeakMap<SourceFile, ts.SourceFile>();

/** Several rules read each file, and it is parsed once. */
function parsed(file: SourceFile): ts.SourceFile {
  const known = sources.get(file) ?? ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true);
  sources.set(file, known);
  return known;
}

function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}
