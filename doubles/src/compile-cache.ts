import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/**
 * Environment of programs that tests start: Node stores compiled code, which halves the processor time of the next
 * start.
 */
export const compileCache = { NODE_COMPILE_CACHE: folder }
