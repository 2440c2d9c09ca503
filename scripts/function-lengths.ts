import { runningParts, type SourceTree } from './source-tree.ts'

const functions = new Set([
  ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'],
  ...['ClassMethod', 'PrivateMethod', 'Constructor', 'MethodProperty'],
])

/**
 * Lines on which functions begin that are longer than `maxLines`, from their first line to their last. Blank lines
 * and comments count; Biome's noExcessiveLinesPerFunction leaves some of them out.
 */
export function longFunctions(tree: SourceTree, maxLines: number): number[] {
  return [...runningParts(tree.root)]
    .filter(({ node }) => functions.has(node.type) && tree.lineCountOf(node) > maxLines)
    .map(({ node }) => tree.lineOf(node))
}
