import {
  callArguments,
  methodName,
  runningParts,
  type SourceTree,
  stringValue,
} from './source-tree.ts'

const reading = new Set(['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'table'])
/** Tables of which limited users see only some rows (store/src/database/scoped-tables.ts). */
const ofCircuits =
  /^(circuits|congregations|volunteers|volunteer_cart_assignments|appointments|availability_schedules|emergency_contacts|reports|jobs|notices)\b/

/** Returns lines that read circuit data in a file that does not use the scoped database. */
export function unscopedReads(tree: SourceTree): number[] {
  const lines: number[] = []
  for (const { node } of runningParts(tree.root)) {
    const method = methodName(node)
    if (method === undefined || !reading.has(method)) continue
    const table = stringValue(callArguments(node)[0])
    if (table !== undefined && ofCircuits.test(table)) lines.push(tree.lineOf(node))
  }
  return lines
}
