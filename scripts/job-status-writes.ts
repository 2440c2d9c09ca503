import {
  callArguments,
  isNode,
  methodName,
  type Place,
  propertyName,
  runningParts,
  type SourceTree,
  type SyntaxNode,
  stringValue,
  templateTexts,
  unwrap,
} from './source-tree.ts'

const inserting = new Set(['insertInto', 'replaceInto', 'mergeInto'])
const builders = new Set(['updateTable', ...inserting])
/** Placeholder for the parts that a template fills in. */
const filled = '\u0000'
const writingSql =
  /\b(update|(insert|replace|merge)\s+into)\s+(only\s+)?["'`[]?((\w+["'`]?\.["'`]?)?jobs\b|\0|$)/i

/**
 * Returns lines that write, or may write, the status of a job: an insert, an update whose values contain `status` or
 * are not spelled out, SQL that names the table, and tables named only at run time.
 */
export function jobStatusWrites(tree: SourceTree): number[] {
  const lines: number[] = []
  for (const place of runningParts(tree.root)) {
    if (isStatusWrite(place)) lines.push(tree.lineOf(place.node))
  }
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

function isStatusWrite(place: Place): boolean {
  const { node, parents } = place
  if (node.type === 'StringLiteral') return writingSql.test(String(node.value))
  if (node.type === 'TemplateLiteral') return writesByTemplate(node)
  if (/PatternProperty$/.test(node.type)) return builders.has(propertyName(node.key) ?? '')
  if (node.type === 'MemberExpression') {
    const isCalled = parents.find(({ type }) => !/Parenthesis|^Ts|Optional/.test(type))
    const called = isCalled?.type === 'CallExpression' && unwrap(isCalled.callee) === node
    return !called && builders.has(propertyName(node.property) ?? '')
  }
  const method = methodName(node)
  if (method === undefined || !builders.has(method) || !mayBeJobs(callArguments(node)[0])) {
    return false
  }
  return inserting.has(method) || updatesStatus(place)
}

/** Whether a table argument names `jobs`, or is only known at run time. */
function mayBeJobs(table: SyntaxNode | undefined): boolean {
  if (table?.type === 'ArrayExpression') {
    const elements = table.elements as ({ expression: SyntaxNode } | null)[]
    return elements.some((element) => mayBeJobs(unwrap(element?.expression)))
  }
  const name = stringValue(table)
  return name === undefined || /^(\w+\.)?jobs\b/.test(name)
}

/** Whether a query that begins with `updateTable` sets the status anywhere in its chain. */
function updatesStatus({ node, parents }: Place): boolean {
  let chain = node
  for (const parent of parents) {
    const goesOn =
      (parent.type === 'MemberExpression' && unwrap(parent.object) === unwrap(chain)) ||
      (parent.type === 'CallExpression' && unwrap(parent.callee) === unwrap(chain)) ||
      unwrap(parent) === unwrap(chain)
    if (!goesOn) break
    chain = parent
  }
  const sets = [...runningParts(chain)].filter((part) => methodName(part.node) === 'set')
  return (
    sets.length === 0 ||
    sets.some((part) => callArguments(part.node).slice(0, 1).some(mayHoldStatus))
  )
}

/** Whether values for `set` contain the status; values that are not spelled out may. */
function mayHoldStatus(value: unknown): boolean {
  const node = unwrap(value)
  if (!node) return true
  const text = stringValue(node)
  if (text !== undefined) return /(^|\.)status$/.test(text)
  switch (node.type) {
    case 'ObjectExpression':
      return (node.properties as SyntaxNode[]).some(propertyMayBeStatus)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return returnsOf(node).some(mayHoldStatus)
    case 'ConditionalExpression':
      return mayHoldStatus(node.consequent) || mayHoldStatus(node.alternate)
    case 'BinaryExpression':
      return node.operator !== '&&' || mayHoldStatus(node.right)
    default:
      return true
  }
}

function propertyMayBeStatus(property: SyntaxNode): boolean {
  if (property.type === 'SpreadElement') return mayHoldStatus(property.arguments)
  if (property.type === 'Identifier') return property.value === 'status'
  const name = propertyName(property.key)
  return name === undefined || name === 'status'
}

function returnsOf({ body }: SyntaxNode): unknown[] {
  if (!isNode(body) || body.type !== 'BlockStatement') return [body]
  return [...runningParts(body)]
    .filter(({ node }) => node.type === 'ReturnStatement')
    .map(({ node }) => node.argument)
}

function writesByTemplate(template: SyntaxNode): boolean {
  const tables = (template.expressions as SyntaxNode[]).map(tableName)
  const text = templateTexts(template).reduce(
    (sofar, part, index) => sofar + (index === 0 ? '' : (tables[index - 1] ?? filled)) + part,
    '',
  )
  return writingSql.test(text)
}

/** Returns the table name of `sql.table('users')`, as a template fills it in. */
function tableName(expression: SyntaxNode): string | undefined {
  const call = unwrap(expression)
  if (!call || !['table', 'ref', 'id'].includes(methodName(call) ?? '')) return undefined
  return stringValue(callArguments(call)[0])
}
