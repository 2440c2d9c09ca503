import { setFlagsFromString } from 'node:v8'

/** How far the heap may grow beyond what was in use after the last collection, in percent. */
const heapGrowthPercent = 40

/**
 * Has what nobody uses any more collected sooner. V8 lets a heap grow fourfold, and here that is mostly lists that are
 * polled: each version of a large one is half a megabyte in the heap and as much outside of it. Called once the server
 * has started: before, it would cost an eighth of the start (docs/decisions/0032-bundled-programs.md).
 */
export function limitGarbage(): void {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`)
}
