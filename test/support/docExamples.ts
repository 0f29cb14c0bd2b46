/**
 * The examples in docstrings: found by the compiler, type-checked, and run in a process of their own, where the names
 * of the package lead to its source.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from '../../scripts/install.mjs';
import { libraryEntries } from '../../scripts/libraryEntries';

/** A public class, method or function, and the example in its docstring. */
export interface Documented {
  /** As a user writes it: `Redlock.acquire`. */
  readonly name: string;
  readonly kind: 'class' | 'method' | 'type';
  readonly examples: readonly Example[];
}

export interface Example {
  readonly code: string;
  /** Relative to the root. */
  readonly file: string;
  /** Of its first line, from 1 on. */
  readonly line: number;
}

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const options: ts.CompilerOptions = {
  ...ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root).options,
  // As in a user's module, which `await using` needs.
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
  types: ['node'],
};

/** Everything that the entry points export. A member of several classes is listed once. */
export function documentedParts(): readonly Documented[] {
  const files = Object.values(libraryEntries).map((file) => join(root, file));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const found = new Map<ts.Declaration, Documented>();
  const add = (name: string, kind: Documented['kind'], ...of: readonly (ts.Declaration | undefined)[]): void => {
    const [first, ...more] = of.filter((one) => one !== undefined);
    if (first === undefined || found.has(first)) return;
    found.set(first, { name, kind, examples: [first, ...more].flatMap(examplesOf) });
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      for (const declaration of symbol.declarations ?? []) {
        if (!ts.isClassDeclaration(declaration)) add(symbol.name, 'type', declaration);
        else {
          add(symbol.name, 'class', declaration, declaration.members.find(ts.isConstructorDeclaration));
          for (const { name, method } of methodsOf(symbol, checker)) add(`${symbol.name}.${name}`, 'method', method);
        }
      }
    }
  }
  return [...found.values()];
}

/** Its public methods, those of its own base classes included. Of overloads, the one with the docstring. */
function methodsOf(symbol: ts.Symbol, checker: ts.TypeChecker) {
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol)).flatMap((member) => {
    const declarations = (member.declarations ?? []).filter(ts.isMethodDeclaration).filter(isPublic);
    const method = declarations.find((one) => ts.getJSDocCommentsAndTags(one).length > 0) ?? declarations[0];
    const name = member.name.startsWith('__@') ? `[Symbol.${member.name.slice(3).replace(/@.*/, '')}]` : member.name;
    return method === undefined ? [] : [{ name, method }];
  });
}

const isPublic = (declaration: ts.Declaration): boolean =>
  !declaration.getSourceFile().isDeclarationFile &&
  !(ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));

function examplesOf(declaration: ts.Declaration): readonly Example[] {
  return ts
    .getJSDocTags(declaration)
    .filter(({ tagName }) => tagName.text === 'example')
    .map((tag) => {
      const source = declaration.getSourceFile();
      const { line } = source.getLineAndCharacterOfPosition(tag.getStart());
      return {
        code: `${ts.getTextOfJSDocComment(tag.comment) ?? ''}\n`,
        file: relative(root, source.fileName).replaceAll('\\', '/'),
        line: line + 2,
      };
    });
}

/** @returns what is wrong, each with file and line; an empty list if all compile and run to their end */
export function problemsOf(examples: readonly Example[]): readonly string[] {
  const cache = join(root, 'test/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'examples-'));
  try {
    const files = examples.map(({ code }, place) => {
      const file = join(folder, `example${place}.ts`);
      writeFileSync(file, code);
      return file;
    });
    const paths = Object.fromEntries(Object.entries(libraryEntries).map(([name, file]) => [name, [join(root, file)]]));
    const at = (place: number, line: number): string => {
      const example = examples[place];
      return `${example?.file}:${(example?.line ?? 0) + line}`;
    };
    const wrong = typeProblems(files, { ...options, paths }, at);
    return wrong.length > 0 ? wrong : runProblems(files, { folder, paths, at });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type At = (place: number, line: number) => string;

function typeProblems(files: readonly string[], compilerOptions: ts.CompilerOptions, at: At): readonly string[] {
  const program = ts.createProgram(files, compilerOptions);
  return files.flatMap((file, place) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`The compiler has no ${file}.`);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ start = 0, messageText }) =>
        `${at(place, source.getLineAndCharacterOfPosition(start).line)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** One process imports them one after the other, and reports of each its start and its result. */
const runner = (files: readonly string[]): string => `
for (const [place, file] of ${JSON.stringify(files.map((file) => pathToFileURL(file).href))}.entries()) {
  console.log('begins ' + place);
  try {
    await import(file);
  } catch (error) {
    console.log('threw ' + JSON.stringify([place, String(error?.stack ?? error)]));
  }
}
console.log('through');
`;

function runProblems(
  files: readonly string[],
  { folder, paths, at }: { readonly folder: string; readonly paths: Record<string, string[]>; readonly at: At },
): readonly string[] {
  const settings = join(folder, 'tsconfig.json');
  writeFileSync(settings, JSON.stringify({ compilerOptions: { ...config.compilerOptions, paths } }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const main = join(folder, 'runner.mjs');
  writeFileSync(main, runner(files));
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx/esm', main], {
    cwd: root,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, NODE_OPTIONS: '', TSX_TSCONFIG_PATH: settings },
  });
  const problems: string[] = [];
  let begun = 0;
  for (const line of stdout.split('\n')) {
    const [, word, rest = ''] = /^(begins|threw) (.*)/.exec(line) ?? [];
    if (word === 'begins') begun = Number(rest);
    if (word === 'threw') {
      const [place, stack] = JSON.parse(rest);
      const [, row = '1'] = new RegExp(`example${place}\\.ts:(\\d+)`).exec(stack) ?? [];
      problems.push(`${at(place, Number(row) - 1)}: ${stack.split('\n    at ')[0]}`);
    }
  }
  if (!/^through$/m.test(stdout)) problems.push(`${at(begun, 0)}: it never ended, or ended the process. ${stderr}`);
  return problems;
}
