import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * A document without layout, in which pages are rendered, and at the same time Node, on which the server runs: modules
 * are loaded as for Node.
 */
export default {
  ...builtinEnvironments['happy-dom'],
  name: 'page',
  viteEnvironment: 'ssr',
} satisfies Environment
