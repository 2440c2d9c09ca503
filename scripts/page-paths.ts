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

/** Returns lines that spell out the address of a page. API paths, `/api/…`, belong to the contract. */
export function pagePaths(tree: SourceTree): number[] {
  const lines: number[] = []
  for (const { node, parents, key } of runningParts(tree.root)) {
    if (/Declaration$/.test(parents[0]?.type ?? '') && key === 'source') continue
    const text = startOf(node)
    if (text === undefined || !/^\/(?!api\/)/.test(text)) continue
    // A slash alone may be a separator; it is an address only in a link or a route.
    if (text !== '/' || isAddress(parents)) lines.push(tree.lineOf(node))
  }
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

/** Returns the text with which a string or template begins, with `…` for the parts that are filled in. */
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
