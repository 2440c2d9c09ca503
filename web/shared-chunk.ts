interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; importers: readonly string[] } | null
}

const ownSource = /[\\/](?:web|contract)[\\/]src[\\/]/
const library = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/
const contractModule = /[\\/]contract[\\/]src[\\/]/
const featureFolder = /[\\/]web[\\/]src[\\/]features[\\/]([\w-]+)[\\/]/
/** Loaded before the login form works, or only as single icons. */
const loadedAnyway = new Set([
  'react',
  'react-dom',
  '@tanstack/react-query',
  'wouter',
  'lucide-react',
])

/**
 * Returns the chunk for modules that several pages share: our own modules and the icons. A feature's modules have a
 * chunk of their own, so that a page loads no feature that it does not use; so does a module of the contract that only
 * one feature imports. A module that imports another library stays out, with all modules that import it, so that no
 * page loads a library that it does not use (docs/decisions/0031-page-weight.md).
 */
export function sharedChunk(id: string, graph: ModuleGraph): string | null {
  if (!isLight(id, graph, new Set())) return null
  return featureOf(id, graph) ?? 'shared'
}

function featureOf(id: string, graph: ModuleGraph, seen = new Set<string>()): string | undefined {
  const [, folder] = featureFolder.exec(id) ?? []
  if (folder !== undefined || !contractModule.test(id) || seen.has(id)) return folder
  seen.add(id)
  const features = new Set(
    graph.getModuleInfo(id)?.importers.map((importer) => featureOf(importer, graph, seen)),
  )
  const [only] = features
  return features.size === 1 ? only : undefined
}

function isLight(id: string, graph: ModuleGraph, seen: Set<string>): boolean {
  if (seen.has(id)) return true
  seen.add(id)
  const [, name] = library.exec(id) ?? []
  if (name !== undefined) return loadedAnyway.has(name.replace('\\', '/'))
  if (!ownSource.test(id)) return id.startsWith('\0')
  const { importedIds = [] } = graph.getModuleInfo(id) ?? {}
  return importedIds.every((imported) => isLight(imported, graph, seen))
}
