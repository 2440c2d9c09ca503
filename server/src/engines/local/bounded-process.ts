/**
 * The heap for objects: the memory for an uploaded sheet (`uploadedSheet.maxMemoryBytes`) less the file, its unpacked
 * parts and the program itself. A hostile sheet may be made to use all of it.
 */
export const uploadHeapMegabytes = 256

export interface ProcessBounds {
  /** Of processor time: on a busy machine, a good sheet may wait long for its turn. */
  seconds: number
  /** Of JavaScript's own memory; if left out, what Node takes. */
  heapMegabytes?: number | undefined
}

/** Returns the program and the arguments that run Node with these arguments; beyond its bounds, the process ends. */
export function boundedCommand(
  { seconds, heapMegabytes }: ProcessBounds,
  args: readonly string[],
): [program: string, args: string[]] {
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`]
  const node = [...heap, ...args]
  const script = 'ulimit -c 0; ulimit -S -t "$0"; exec "$@"'
  return ['/bin/sh', ['-c', script, `${seconds}`, process.execPath, ...node]]
}

/** Whether a process has ended because its time or its memory was used up. */
export function isOverBounds(signal: unknown): boolean {
  return signal === 'SIGXCPU' || signal === 'SIGABRT'
}
