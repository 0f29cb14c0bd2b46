// Writes the page of quorum-lock in Markdown: the beginning of its README, and the reference from the docstrings of its
// entry points. TypeDoc reads them, without private, protected and internal members, and without those inherited from
// Node.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  Application,
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  LogLevel,
  type ProjectReflection,
  ReflectionKind,
  type SignatureReflection,
  type SomeType,
} from 'typedoc';
import { defaultSettings } from '../src/redlock/settings';
import { anchorOf } from '../src/site/libraryPage';
import { root } from './install.mjs';
import { libraryEntries } from './libraryEntries';

/** The public API, a module for each entry point, in the order of the list above. */
export async function libraryProject(): Promise<ProjectReflection> {
  const files = Object.values(libraryEntries).map((file) => join(root, file));
  // Compiling the whole project, as its configuration says, would take ten times as long.
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  const app = await Application.bootstrap(
    {
      entryPoints: files,
      compilerOptions: { ...compilerOptions, noCheck: true },
      excludePrivate: true,
      excludeProtected: true,
      excludeInternal: true,
      excludeExternals: true,
      disableSources: true,
      skipErrorChecking: true,
      sort: ['source-order'],
      readme: 'none',
      logLevel: LogLevel.Error,
    },
    [],
  );
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the library.');
  return project;
}

/** The classes and types of each entry point, classes first and errors after them. */
export const publicParts = (
  project: ProjectReflection,
): readonly (readonly [string, readonly DeclarationReflection[]])[] =>
  Object.entries(libraryEntries).map(([name, file]) => {
    const all = project.children?.find((module) => module.name === basename(file, '.ts'))?.children ?? [];
    const parts = all.filter((part) => !part.isReference());
    return [name, [...parts].sort((one, other) => rank(one) - rank(other))];
  });

const rank = ({ kind, name }: DeclarationReflection): number =>
  kind !== ReflectionKind.Class ? 3 : name.endsWith('Error') ? 2 : name === 'Lock' ? 1 : 0;

/** What the text of one part needs to know about the others. */
interface Known {
  /** Names that have a heading. */
  readonly parts: ReadonlySet<string>;
  /** The heading of a member that several classes have, by the name of the first. */
  readonly members: Map<string, string>;
}

export async function libraryReference(): Promise<string> {
  const modules = publicParts(await libraryProject());
  const known: Known = {
    parts: new Set(modules.flatMap(([, parts]) => parts.map(({ name }) => name))),
    members: new Map(),
  };
  const contents = modules.map(
    ([name, parts]) => `- [${name}](#${anchorOf(name)}): ${parts.map((part) => linkTo(part.name)).join(', ')}`,
  );
  const blocks = [about(), '## Reference', opening, contents.join('\n')];
  for (const [name, parts] of modules) {
    blocks.push(`## ${name}`, fenced(importOf(name, parts)));
    for (const part of parts) blocks.push(...partBlocks(part, known));
  }
  return `${blocks.join('\n\n')}\n`;
}

/** The title of the README, and everything before its promises. Its links lead to files that are not pages. */
function about(): string {
  const [text = ''] = readFileSync(join(root, 'src/redlock/README.md'), 'utf8').split('\n## What it promises');
  return text.trim().replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}

const opening =
  'Times are in milliseconds. Each example is a whole module, and is run as a test; `SimulatedRedis` stands for a server, and ' +
  'clients of ioredis or node-redis take its place.';

function importOf(name: string, parts: readonly DeclarationReflection[]): string {
  const classes = parts.filter(({ kind }) => kind === ReflectionKind.Class);
  return `import {\n${classes.map((one) => `  ${one.name},\n`).join('')}} from '${name}';`;
}

/** Internal classes of the library, and the public types that replace them. */
const seenAs: Readonly<Record<string, string>> = {
  Locks: 'EventEmitter<LockEvents>',
  OneNodeLocks: 'EventEmitter<LockEvents>',
};

function partBlocks(part: DeclarationReflection, known: Known): readonly string[] {
  const blocks = [`### ${part.name}`, fenced(headOf(part)), ...commentBlocks(part.comment, known)];
  const elsewhere: string[] = [];
  for (const member of membersOf(part)) {
    const key = member.inheritedFrom?.name ?? `${part.name}.${member.name}`;
    const heading = known.members.get(key);
    if (heading !== undefined) elsewhere.push(linkTo(heading));
    else if (member.inheritedFrom === undefined || member.kind !== ReflectionKind.Constructor) {
      known.members.set(key, headingOf(part, member));
      blocks.push(...memberBlocks(part, member, known));
    }
  }
  if (elsewhere.length > 0) blocks.push(`Also: ${elsewhere.join(', ')}.`);
  return blocks;
}

function headOf(part: DeclarationReflection): string {
  if (part.kind === ReflectionKind.TypeAlias) return `type ${part.name}${generics(part)} = ${typeText(part.type)}`;
  const above = part.extendedTypes?.map((type) => seenAs[typeText(type)] ?? typeText(type)) ?? [];
  const extending = above.length === 0 ? '' : ` extends ${above.join(', ')}`;
  return `${ReflectionKind.singularString(part.kind).toLowerCase()} ${part.name}${generics(part)}${extending}`;
}

/**
 * The constructor first. An error has the name of its class, and Node describes what an emitter can do.
 */
export function membersOf(part: DeclarationReflection): readonly DeclarationReflection[] {
  const all = (part.children ?? []).filter(
    ({ name, inheritedFrom }) =>
      !(inheritedFrom !== undefined && name in EventEmitter.prototype) &&
      !(name === 'name' && part.name.endsWith('Error')),
  );
  const isMaker = ({ kind }: DeclarationReflection): boolean => kind === ReflectionKind.Constructor;
  return [...all.filter(isMaker), ...all.filter((one) => !isMaker(one))];
}

const isMethod = ({ signatures = [] }: DeclarationReflection): boolean => signatures.length > 0;

/** As it is written in code. */
const nameOf = (name: string): string => name.replace('[asyncDispose]', '[Symbol.asyncDispose]');

export function headingOf(part: DeclarationReflection, member: DeclarationReflection): string {
  if (member.kind === ReflectionKind.Constructor) return `new ${part.name}()`;
  return `${part.name}.${nameOf(member.name)}${isMethod(member) ? '()' : ''}`.replace('.[', '[');
}

function memberBlocks(part: DeclarationReflection, member: DeclarationReflection, known: Known): readonly string[] {
  const heading = `#### ${headingOf(part, member)}`;
  if (isMethod(member)) {
    const { signatures = [] } = member;
    const told = signatures.find(({ comment }) => comment !== undefined) ?? signatures[0];
    const said = (told?.parameters ?? []).flatMap(({ name, comment }) =>
      comment === undefined ? [] : [`- \`${name}\`: ${textOf(comment.summary, known).replaceAll('\n', '\n  ')}`],
    );
    const code = fenced(signatures.map((one) => signatureText(part, one)).join('\n'));
    return [heading, code, ...commentBlocks(told?.comment, known, said)];
  }
  const value = member.getSignature ?? member;
  const readonly = member.flags.isReadonly || member.getSignature !== undefined ? 'readonly ' : '';
  const code = fenced(`${readonly}${member.name}${member.flags.isOptional ? '?' : ''}: ${typeText(value.type)}`);
  return [heading, code, ...commentBlocks(value.comment ?? member.comment, known), ...defaultOf(part, member)];
}

function defaultOf(part: DeclarationReflection, { name }: DeclarationReflection): readonly string[] {
  const value =
    part.name === 'Settings' ? Object.entries(defaultSettings).find(([one]) => one === name)?.[1] : undefined;
  return value === undefined ? [] : [`Default: \`${JSON.stringify(value)}\``];
}

function commentBlocks(
  comment: Comment | undefined,
  known: Known,
  parameters: readonly string[] = [],
): readonly string[] {
  const told = (tag: '@returns' | '@throws' | '@example', word: string): readonly string[] =>
    (comment?.getTags(tag) ?? []).map(({ content }) => `${word}${textOf(content, known)}`);
  const thrown = told('@throws', 'Throws: ').map((text) =>
    text.replaceAll(/\w+Error\b/g, (name) => (known.parts.has(name) ? linkTo(name) : name)),
  );
  return [
    textOf(comment?.summary ?? [], known),
    parameters.join('\n'),
    ...told('@returns', 'Returns: '),
    ...thrown,
    ...told('@example', ''),
  ].filter((text) => text !== '');
}

const textOf = (parts: readonly CommentDisplayPart[], known: Known): string =>
  parts
    .map((part) => {
      if (part.kind !== 'inline-tag') return part.text;
      return known.parts.has(part.text) ? linkTo(part.text) : `\`${part.text}\``;
    })
    .join('')
    .trim();

function signatureText(part: DeclarationReflection, signature: SignatureReflection): string {
  const isConstructor = signature.kind === ReflectionKind.ConstructorSignature;
  const name = isConstructor ? `new ${part.name}` : nameOf(signature.name);
  const parameters = parametersOf(signature);
  const result = isConstructor ? '' : `: ${typeText(signature.type)}`;
  const inLine = `${name}${generics(signature)}(${parameters.join(', ')})${result}`;
  if (inLine.length <= 76) return inLine;
  return `${name}${generics(signature)}(\n${parameters.map((one) => `  ${one},\n`).join('')})${result}`;
}

/** A destructured parameter has no name of its own. */
const parametersOf = ({ parameters = [] }: SignatureReflection): readonly string[] =>
  parameters.map(({ name, type, flags, defaultValue }) => {
    const shown = name === '__namedParameters' ? 'details' : name;
    const optional = flags.isOptional || defaultValue !== undefined ? '?' : '';
    return `${flags.isRest ? '...' : ''}${shown}${optional}: ${typeText(type)}`;
  });

const generics = ({
  typeParameters = [],
}: Pick<DeclarationReflection | SignatureReflection, 'typeParameters'>): string =>
  typeParameters.length === 0 ? '' : `<${typeParameters.map(({ name }) => name).join(', ')}>`;

/** TypeDoc itself writes "Function" for the type of a function, and "Object" for the type of an object. */
function typeText(type: SomeType | undefined): string {
  if (type === undefined) return 'void';
  switch (type.type) {
    case 'union':
      return type.types.map((one) => inBrackets(one, '=>')).join(' | ');
    case 'reference':
      return `${type.name}${(type.typeArguments ?? []).length === 0 ? '' : `<${type.typeArguments?.map(typeText).join(', ')}>`}`;
    case 'reflection': {
      const { signatures: [signature] = [], children = [] } = type.declaration;
      if (signature !== undefined) return `(${parametersOf(signature).join(', ')}) => ${typeText(signature.type)}`;
      return `{ ${children.map((one) => `${one.name}${one.flags.isOptional ? '?' : ''}: ${typeText(one.type)}`).join('; ')} }`;
    }
    default:
      return type.toString();
  }
}

const inBrackets = (type: SomeType, when: string): string => {
  const text = typeText(type);
  return text.includes(when) ? `(${text})` : text;
};

const fenced = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;

const linkTo = (heading: string): string => `[${heading}](#${anchorOf(heading)})`;
