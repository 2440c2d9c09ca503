import {
  callArguments,
  declaredNames,
  isNode,
  methodName,
  type Place,
  propertyName,
  runningParts,
  type SourceTree,
  type SyntaxNode,
  stringValue,
  unwrap,
  variableUsed,
  wrapped,
} from './source-tree.ts'

/** Names of the global object that are also good names for variables. */
const commonNames = new Set(['self', 'frames', 'top', 'parent'])
const globalObjects = new Set(['globalThis', 'window', 'global', ...commonNames])

/** A part of the platform that only one file may use. */
interface Guarded {
  /** Names that may not be used as a variable or as a member of the global object. */
  variables: ReadonlySet<string>
  /** Names that may not be used as a member of anything. */
  members: ReadonlySet<string>
  /** Global objects with a few guarded members, and the modules that export the same object. */
  objects: ReadonlyMap<string, { members: ReadonlySet<string>; modules: readonly string[] }>
}

const environment: Guarded = {
  variables: new Set(),
  members: new Set(),
  objects: new Map([
    ['process', { members: new Set(['env']), modules: ['process', 'node:process'] }],
  ]),
}

const network: Guarded = {
  variables: new Set(['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'WebTransport']),
  members: new Set(['sendBeacon']),
  objects: new Map(),
}

/** Returns lines that read the environment of the process, or pass `process` on so that other code could. */
export function environmentReads(tree: SourceTree): number[] {
  return guardedUses(tree, environment)
}

/** Returns lines that send a request without a library, or pass on something that could. */
export function networkUses(tree: SourceTree): number[] {
  return guardedUses(tree, network)
}

function guardedUses(tree: SourceTree, guarded: Guarded): number[] {
  const aliases = importedObjects(tree, guarded)
  const declared = declaredNames(tree)
  const lines = [...aliases.lines]
  for (const place of runningParts(tree.root)) {
    const name = variableUsed(place) ?? ''
    if (commonNames.has(name) && declared.has(name)) continue
    if (isGuardedUse(place, guarded, aliases.objects)) lines.push(tree.lineOf(place.node))
  }
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

type ObjectNames = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the local names under which a file imports guarded objects, and the refused imports. */
function importedObjects(tree: SourceTree, { objects }: Guarded) {
  const names = new Map([...objects].map(([name, { members }]) => [name, members]))
  const lines: number[] = []
  for (const { node } of runningParts(tree.root)) {
    for (const { members, modules } of objects.values()) {
      if (!modules.includes(moduleOf(node) ?? '')) continue
      // Only an import gives the object a name that can be tracked.
      if (node.type !== 'ImportDeclaration') lines.push(tree.lineOf(node))
      else
        for (const specifier of node.specifiers as SyntaxNode[]) {
          const imported = importedName(specifier)
          if (imported === 'default') names.set(propertyName(specifier.local) ?? '', members)
          else if (members.has(imported)) lines.push(tree.lineOf(specifier))
        }
    }
  }
  return { objects: names, lines }
}

/** Returns the name that a specifier imports; a whole module counts as its default. */
function importedName({ type, imported, local }: SyntaxNode): string {
  return type === 'ImportSpecifier' ? (propertyName(imported ?? local) ?? '') : 'default'
}

const loaders = new Set(['require', 'getBuiltinModule'])

/** Returns the module that a node loads. */
function moduleOf(node: SyntaxNode): string | undefined {
  if (/^(Import|Export(Named|All))Declaration$/.test(node.type)) return stringValue(node.source)
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return undefined
  const name = methodName(node) ?? String(node.callee.value)
  if (node.callee.type !== 'Import' && !loaders.has(name)) return undefined
  return stringValue(callArguments(node)[0])
}

function isGuardedUse(place: Place, guarded: Guarded, objects: ObjectNames): boolean {
  const { node } = place
  if (node.type === 'MemberExpression' && guarded.members.has(propertyName(node.property) ?? '')) {
    return true
  }
  if (/PatternProperty$/.test(node.type) && guarded.members.has(propertyName(node.key) ?? '')) {
    return true
  }
  const variable = variableUsed(place)
  if (variable === undefined) return false
  if (guarded.variables.has(variable)) return !isTypeof(place)
  const members = objects.get(variable)
  if (members) return reachesMember(place, members, objects)
  if (!globalObjects.has(variable)) return false
  return reachesMember(place, new Set([...guarded.variables, ...guarded.members]), objects)
}

function isTypeof({ parents }: Place): boolean {
  return parents[0]?.type === 'UnaryExpression' && parents[0].operator === 'typeof'
}

/** Whether an object is used so that one of these members may be read: directly, or in a way that is not tracked. */
function reachesMember(place: Place, members: ReadonlySet<string>, objects: ObjectNames): boolean {
  const outer = wrapped(place)
  const [parent, ...others] = outer.parents
  if (!parent || isTypeof(outer)) return false
  const isGlobal = globalObjects.has(String(unwrap(place.node)?.value))
  const reached = (name: string | undefined, next?: Place): boolean => {
    if (name === undefined || members.has(name)) return true
    if (!isGlobal) return false
    const inner = objects.get(name) ?? (globalObjects.has(name) ? members : undefined)
    return inner !== undefined && (!next || reachesMember(next, inner, objects))
  }
  if (parent.type === 'MemberExpression' && outer.key === 'object') {
    return reached(propertyName(parent.property), { node: parent, parents: others, key: '' })
  }
  const pattern = patternOf(parent, outer.key)
  if (!pattern) return true
  return (pattern.properties as SyntaxNode[]).some(
    (property) => property.type === 'RestElement' || reached(propertyName(property.key)),
  )
}

/** Returns the pattern that destructures an object, in a declaration or an assignment. */
function patternOf(parent: SyntaxNode, key: string): SyntaxNode | undefined {
  const target =
    parent.type === 'VariableDeclarator' && key === 'init'
      ? parent.id
      : parent.type === 'AssignmentExpression' && key === 'right'
        ? parent.left
        : undefined
  return isNode(target) && target.type === 'ObjectPattern' ? target : undefined
}
