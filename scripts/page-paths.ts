import {
  isNode,
  propertyName,
  runningParts,
  type SourceTree,
  type SyntaxNode,
  stringValue,
  templateTexts,
} from './source-tree.ts'

const attributes = new Set(['href', 'to', 'path', 'base', 'pattern'])

/** Lines that spell out the address of a page. Paths of the API, `/api/…`, are the contract's. */
export function pagePaths(tree: SourceTree): number[] {
  const lines: number[] = []
  for (const { node, parents, key } of runningParts(tree.root)) {
    if (/Declaration$/.test(parents[0]?.type ?? '') && key === 'source') continue
    const text = startOf(node)
    if (text === undefined || !/^\/(?!api\/)/.test(text)) continue
    // A slash alone is also a separator; it is an address where a link or a route takes it.
    if (text !== '/' || isAddress(parents)) lines.push(tree.lineOf(node))
  }
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

/** The text with which a string or template begins. What is filled into one reads as `…`. */
function startOf(node: SyntaxNode): string | undefined {
  if (node.type !== 'TemplateLiteral') return stringValue(node)
  return templateTexts(node).join('…')
}

function isAddress(parents: readonly SyntaxNode[]): boolean {
  const [parent] = parents
  if (parent?.type === 'JSXAttribute') return attributes.has(propertyName(parent.name) ?? '')
  if (
    /^(JSXExpressionContainer|(Conditional|Binary|Parenthesis)Expression)$/.test(parent?.type ?? '')
  ) {
    return isAddress(parents.slice(1))
  }
  if (parent?.type === 'KeyValueProperty') return attributes.has(propertyName(parent.key) ?? '')
  if (parent?.type === 'CallExpression') {
    const { callee } = parent
    return isNode(callee) && /^(navigate|redirect|setLocation|set[A-Z])/.test(String(callee.value))
  }
  return parent?.type === 'AssignmentExpression'
}
