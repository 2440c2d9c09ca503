import { Buffer } from 'node:buffer'
import { parseSync } from '@swc/core'

/** A node of a file's syntax tree, with swc's names. */
export interface SyntaxNode {
  type: string
  [key: string]: unknown
}

/** A node with its ancestors, the nearest first, and the key under which the nearest holds it. */
export interface Place {
  node: SyntaxNode
  parents: readonly SyntaxNode[]
  key: string
}

export interface SourceTree {
  path: string
  root: SyntaxNode
  /** Returns the line of a node, from 1. */
  lineOf(node: SyntaxNode): number
  /** Returns the number of lines of a node. */
  lineCountOf(node: SyntaxNode): number
}

/** Parses TypeScript, with JSX if the path ends so. Throws on text that is not TypeScript. */
export function parseSource(path: string, text: string): SourceTree {
  // swc counts bytes over everything that it has parsed; the semicolon marks where this file begins.
  const bytes = Buffer.from(`;${text}`)
  const module = parseSync(bytes.toString(), {
    syntax: 'typescript',
    tsx: path.endsWith('x'),
    target: 'esnext',
  })
  const { start, end } = module.span
  const spanOf = (node: SyntaxNode) =>
    (node.span ?? { start, end }) as { start: number; end: number }
  const countLines = (from: number, to: number) =>
    bytes
      .subarray(from - start, to - start)
      .toString()
      .split('\n').length
  return {
    path,
    root: module as unknown as SyntaxNode,
    lineOf: (node) => countLines(start, spanOf(node).start),
    lineCountOf: (node) => countLines(spanOf(node).start, spanOf(node).end),
  }
}

const typeKeys = new Set([
  ...['typeAnnotation', 'typeParams', 'typeParameters', 'typeArguments', 'returnType'],
  ...['superTypeParams', 'implements', 'span', 'ctxt'],
])
const typeDeclarations = new Set(['TsInterfaceDeclaration', 'TsTypeAliasDeclaration'])

/** Yields all nodes that run, without types. */
export function* runningParts(
  node: SyntaxNode,
  parents: readonly SyntaxNode[] = [],
  key = '',
): Generator<Place> {
  if (typeDeclarations.has(node.type)) return
  yield { node, parents, key }
  const around = [node, ...parents]
  for (const [childKey, value] of Object.entries(node)) {
    if (typeKeys.has(childKey)) continue
    for (const child of nodesIn(value)) yield* runningParts(child, around, childKey)
  }
}

/** Yields all nodes of a tree, including types. */
function* allParts(node: SyntaxNode): Generator<SyntaxNode> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of nodesIn(value)) yield* allParts(child)
  }
}

/** Returns the nodes in a property's value. Some, such as call arguments, are in objects without a type. */
function nodesIn(value: unknown): SyntaxNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []
  if (isNode(value)) return [value]
  return Object.values(value).flatMap(nodesIn)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

const wrappers = new Set([
  ...['ParenthesisExpression', 'TsAsExpression', 'TsNonNullExpression', 'TsSatisfiesExpression'],
  ...['TsTypeAssertion', 'TsConstAssertion', 'TsInstantiation', 'OptionalChainingExpression'],
])

/** Returns an expression without the parentheses, type assertions and `?.` around it. */
export function unwrap(value: unknown): SyntaxNode | undefined {
  if (!isNode(value)) return undefined
  return wrappers.has(value.type) ? unwrap(value.expression ?? value.base) : value
}

/** Returns the place of the expression including its parentheses, type assertions and `?.`. */
export function wrapped(place: Place): Place {
  const [parent, ...others] = place.parents
  if (!parent || !wrappers.has(parent.type)) return place
  const outer = { node: parent, parents: others, key: keyOf(parent, others[0]) }
  return wrapped(outer)
}

function keyOf(node: SyntaxNode, parent: SyntaxNode | undefined): string {
  const entries = Object.entries(parent ?? {})
  return entries.find(([, value]) => nodesIn(value).includes(node))?.[0] ?? ''
}

/** Returns the text of a string, or of a template without placeholders. */
export function stringValue(value: unknown): string | undefined {
  const node = unwrap(value)
  if (node?.type === 'StringLiteral') return String(node.value)
  if (node?.type === 'TemplateLiteral' && nodesIn(node.expressions).length === 0) {
    return templateTexts(node).join('')
  }
  return undefined
}

/** Returns the fixed texts of a template, in order. */
export function templateTexts(template: SyntaxNode): string[] {
  return nodesIn(template.quasis).map((quasi) => String(quasi.cooked ?? quasi.raw))
}

/** Returns the name of a member, key or property; `undefined` if it is known only at run time. */
export function propertyName(value: unknown): string | undefined {
  if (!isNode(value)) return undefined
  if (value.type === 'Identifier') return String(value.value)
  if (value.type === 'Computed') return stringValue(value.expression)
  return stringValue(value)
}

/** Returns the name of the called method, such as `set` in `query.set({})`. */
export function methodName(node: SyntaxNode): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = unwrap(node.callee)
  return callee?.type === 'MemberExpression' ? propertyName(callee.property) : undefined
}

/** Returns the arguments of a call; a spread one is `undefined`. */
export function callArguments(call: SyntaxNode): (SyntaxNode | undefined)[] {
  const list = (call.arguments ?? []) as { spread: unknown; expression: SyntaxNode }[]
  return list.map(({ spread, expression }) => (spread ? undefined : unwrap(expression)))
}

const bindings: Record<string, readonly string[]> = {
  VariableDeclarator: ['id'],
  Parameter: ['pat'],
  ArrowFunctionExpression: ['params'],
  FunctionDeclaration: ['identifier'],
  FunctionExpression: ['identifier'],
  ClassDeclaration: ['identifier'],
  ClassExpression: ['identifier'],
  CatchClause: ['param'],
  ArrayPattern: ['elements'],
  AssignmentPattern: ['left'],
  RestElement: ['argument'],
  AssignmentPatternProperty: ['key'],
  KeyValuePatternProperty: ['key', 'value'],
  MemberExpression: ['property'],
  SuperPropExpression: ['property'],
  KeyValueProperty: ['key'],
  MethodProperty: ['key'],
  GetterProperty: ['key'],
  SetterProperty: ['key'],
  ClassProperty: ['key'],
  ClassMethod: ['key'],
  JSXAttribute: ['name'],
  JSXMemberExpression: ['property'],
  ImportSpecifier: ['local', 'imported'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  ExportSpecifier: ['exported'],
  LabeledStatement: ['label'],
  MetaProperty: ['meta', 'property'],
}

/** Returns the name of the variable that is used here; `undefined` where a name is declared or is only a key. */
export function variableUsed({ node, parents, key }: Place): string | undefined {
  if (node.type !== 'Identifier') return undefined
  return bindings[parents[0]?.type ?? '']?.includes(key) ? undefined : String(node.value)
}

/** Returns the names that a file declares for variables, parameters, functions and classes, in any scope. */
export function declaredNames({ root }: SourceTree): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { node, parents, key } of runningParts(root)) {
    const parent = parents[0]?.type ?? ''
    const isDeclared =
      node.type === 'Identifier' &&
      /^(Var|Param|Arrow|Func|Class(Decl|Expr)|Catch|Array|Assign|Rest|KeyValueP)/.test(parent) &&
      parent !== 'AssignmentExpression' &&
      !(parent === 'KeyValuePatternProperty' && key === 'key') &&
      bindings[parent]?.includes(key)
    if (isDeclared) names.add(String(node.value))
  }
  return names
}

/** Returns the imports of a file as written, including types and dynamic imports. */
export function importedModules({ root }: SourceTree): { module: string; isType: boolean }[] {
  return [...allParts(root)].flatMap((node) => {
    const module = stringValue(moduleNamed(node))
    return module === undefined ? [] : { module, isType: isTypeImport(node) }
  })
}

function isTypeImport(node: SyntaxNode): boolean {
  if (node.type === 'TsImportType' || node.typeOnly === true) return true
  const specifiers = nodesIn(node.specifiers)
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.isTypeOnly === true)
}

function moduleNamed(node: SyntaxNode): unknown {
  if (/^(Import|Export(Named|All))Declaration$/.test(node.type)) return node.source
  if (node.type === 'TsImportType') return node.argument
  if (node.type === 'TsExternalModuleReference') return node.expression
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return undefined
  const isLoading = node.callee.type === 'Import' || node.callee.value === 'require'
  return isLoading ? callArguments(node)[0] : undefined
}
