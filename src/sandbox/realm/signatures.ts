/** The types of parameters in a file of TypeScript, which are gone once it is compiled. */
import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import { namesOf, type ParameterType, type Signature, type Signatures } from './guest/signatureNames';

const TypeScript = Parser.extend(tsPlugin());

/** A node of the tree, which has kinds of TypeScript that acorn's own types do not know. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const nodeIn = (node: Node | undefined, field: string): Node | undefined => {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
};

const nodesIn = (node: Node | undefined, field: string): readonly Node[] => {
  const value = node?.[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
};

/** A file that cannot be parsed has none: the compiler says what is wrong. */
export function signaturesIn(source: string): Signatures {
  const signatures = new Map<string, readonly Signature[]>();
  try {
    const program: unknown = TypeScript.parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'module',
      locations: true,
      allowHashBang: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
    if (isNode(program)) visit(program, signatures);
  } catch {
    return {};
  }
  return Object.fromEntries(signatures);
}

function visit(node: Node, signatures: Map<string, readonly Signature[]>): void {
  if (/Function/.test(node.type) && Array.isArray(node['params'])) note(nodesIn(node, 'params'), signatures);
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, signatures);
}

function note(params: readonly Node[], signatures: Map<string, readonly Signature[]>): void {
  const parameters = params.map(parameterIn).filter(({ name }) => name !== 'this');
  const names = namesOf(parameters.map(({ name }) => name));
  const signature = parameters.map(({ name: _, ...one }) => one);
  const before = signatures.get(names);
  // Two functions with equal names and different types: it is unknown which of them is meant.
  const same = before === undefined || JSON.stringify(before) === JSON.stringify(signature);
  signatures.set(names, same ? signature : signature.map(() => ({})));
}

function parameterIn(node: Node): Signature & { readonly name: string } {
  const inner = nodeIn(node, 'parameter') ?? nodeIn(node, 'left') ?? nodeIn(node, 'argument');
  if (inner !== undefined) return parameterIn(inner);
  const name = node.type === 'Identifier' ? String(node['name']) : '{}';
  const annotation = nodeIn(nodeIn(node, 'typeAnnotation'), 'typeAnnotation');
  const type = annotation === undefined ? undefined : typeOf(annotation);
  return { name, ...(type && { type }), ...(node['optional'] === true && { isOptional: true }) };
}

const keywords: Readonly<Record<string, ParameterType>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSFunctionType: 'function',
};

function typeOf(node: Node): ParameterType | undefined {
  if (node.type === 'TSUnionType') {
    const types = nodesIn(node, 'types').filter(({ type }) => !/^TS(Null|Undefined)Keyword$/.test(type));
    const [first, ...others] = types.map(typeOf);
    return others.every((type) => type === first) ? first : undefined;
  }
  const keyword = keywords[node.type];
  if (keyword !== undefined) return keyword;
  const element = nodeIn(node, 'elementType');
  if (node.type === 'TSArrayType' && element !== undefined) return listOf(typeOf(element));
  if (node.type !== 'TSTypeReference') return undefined;
  const name = nameIn(nodeIn(node, 'typeName'));
  const [argument] = nodesIn(nodeIn(node, 'typeArguments') ?? nodeIn(node, 'typeParameters'), 'params');
  if (/^(Readonly)?Array$/.test(name) && argument !== undefined) return listOf(typeOf(argument));
  if (/^(Redis|IORedis|RedisClientType|RedisClient|Cluster)$/.test(name)) return 'redis';
  return name === 'Function' ? 'function' : undefined;
}

const listOf = (type: ParameterType | undefined): ParameterType | undefined =>
  type === 'string' ? 'strings' : type === 'redis' ? 'redises' : undefined;

const nameIn = (node: Node | undefined): string => String(node?.['name'] ?? nodeIn(node, 'right')?.['name'] ?? '');
