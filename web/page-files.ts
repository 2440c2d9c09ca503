import { join } from 'node:path'
import { type ESTree, type Plugin, parseAst, type Rolldown } from 'vite'
import { paths } from './src/paths.ts'

/** The build's files as in `.vite/page-files.json`, for the server and the check of their weight. */
interface PageFiles {
  /** The files that every page loads first. */
  first: readonly string[]
  /**
   * The further files of each page inside the shell, keyed by address; an address that ends in '/*' stands for all
   * below it.
   */
  pages: Readonly<Record<string, readonly string[]>>
}

const router = join(import.meta.dirname, 'src/router.tsx')
const shell = './shell/shell.tsx'

/**
 * Writes which files each page needs, so that the server can name them in the document and the browser loads them all
 * at once (docs/decisions/0031-page-weight.md). The pages are those in the router's source: a property with an address,
 * and in its value an `import()`.
 */
export function pageFiles(): Plugin {
  let modules: Record<string, string> = {}
  return {
    name: 'page-files',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]src[\\/]router\.tsx$/ },
      handler: (code) => {
        modules = pageModules(code)
        return null
      },
      order: 'pre',
    },
    generateBundle(_options, bundle) {
      const files = filesOfPages(Object.values(bundle), modules)
      this.emitFile({
        type: 'asset',
        fileName: '.vite/page-files.json',
        source: JSON.stringify(files, null, 2),
      })
    },
  }
}

function filesOfPages(
  outputs: (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
  modules: Record<string, string>,
): PageFiles {
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const closure = (start: Rolldown.OutputChunk | undefined, found = new Set<string>()) => {
    if (!start || found.has(start.fileName)) return found
    found.add(start.fileName)
    for (const name of start.imports) {
      closure(
        chunks.find(({ fileName }) => fileName === name),
        found,
      )
    }
    return found
  }
  const filesOf = (module: string) => {
    const id = join(router, '..', module)
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id)
    if (!chunk) throw new Error(`The router names ${module}, of which the build has no chunk`)
    return closure(chunk)
  }
  const first = closure(chunks.find(({ isEntry }) => isEntry))
  const pages = Object.entries(modules).map(([address, module]) => {
    const files = filesOf(shell).union(filesOf(module)).difference(first)
    return [address, [...files]] as const
  })
  return { first: [...first], pages: Object.fromEntries(pages) }
}

/** Returns the module of each page, keyed by address, from the router's source. */
export function pageModules(code: string): Record<string, string> {
  const found: Record<string, string> = {}
  const { body } = parseAst(code, { lang: 'tsx' })
  const functions = new Map(
    body.flatMap((statement) =>
      statement.type === 'FunctionDeclaration' && statement.id
        ? [[statement.id.name, statement] as const]
        : [],
    ),
  )
  walk(body, (node) => {
    if (node.type !== 'Property') return
    const property = node as unknown as ESTree.ObjectProperty
    const address = property.computed ? addressOf(property.key) : undefined
    if (address === undefined) return
    const module = importIn(property.value, functions)
    if (module !== undefined) found[address] = module
  })
  return found
}

/** Returns the value of `paths.monitor`. */
function addressOf(key: ESTree.Node): string | undefined {
  if (key.type !== 'MemberExpression') return undefined
  const { object, property } = key
  const isPath = object.type === 'Identifier' && object.name === 'paths'
  if (!isPath || property.type !== 'Identifier') return undefined
  return paths[property.name as keyof typeof paths]
}

/** Returns what is imported inside a value, or inside the functions that it names. */
function importIn(value: unknown, functions: ReadonlyMap<string, ESTree.Node>): string | undefined {
  let source: string | undefined
  walk(value, (node) => {
    if (node.type === 'ImportExpression') {
      const literal = (node as unknown as ESTree.ImportExpression).source
      if (literal.type === 'Literal') source ??= String(literal.value)
    }
    if (node.type !== 'Identifier') return
    const named = functions.get((node as unknown as { name: string }).name)
    if (named) source ??= importIn(named, new Map())
  })
  return source
}

function walk(value: unknown, visit: (node: { type: string }) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && typeof value.type === 'string') visit({ ...value, type: value.type })
  for (const child of Object.values(value)) walk(child, visit)
}
