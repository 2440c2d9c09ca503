/**
 * Checks that pointers in comments and documents lead to existing pages, sections, and code. The functions are pure:
 * they receive all files of the repository and read none.
 */

interface Repository {
  /** All tracked paths. */
  paths: readonly string[]
  /** Contents of the text files, keyed by path. */
  texts: ReadonlyMap<string, string>
}

interface BrokenPointer {
  path: string
  /** Counted from 1. */
  line: number
  /** The pointer as written. */
  pointer: string
}

/** Matches in comments: a page under docs/, from the root of the repository, optionally with a section. */
const pagePointer = /(?<![\w./-])docs\/[\w./-]+\.md(?:#[\w-]+)?/g
const markdownLink = /\]\(([^()\s]+)\)/g
const codeSpan = /`([^`\n]+)`/g
const outside = /^[a-z][a-z+.-]*:/i

/** Documents that are not in the repository; assembled from parts, since this file is checked too. */
const foreignWords = new RegExp(
  ['spec', ' §|(?<![\\w-])api', '\\.md|data-', 'import\\.md|\\.\\./', 'shared(?![\\w-])'].join(''),
  'gi',
)

/** Returns all broken pointers, in the order of the files. */
export function findBrokenPointers(repository: Repository): BrokenPointer[] {
  const { texts } = repository
  const find = createTargetFinder(repository)
  const broken: BrokenPointer[] = []
  for (const [path, text] of texts) {
    const isMarkdown = path.endsWith('.md')
    const lines = isMarkdown ? withoutFences(text) : text.split('\n')
    for (const [index, line] of lines.entries()) {
      const report = (pointer: string) => broken.push({ path, line: index + 1, pointer })
      for (const [word] of line.matchAll(foreignWords)) report(word)
      for (const [pointer] of line.matchAll(pagePointer)) {
        if (!find.page(pointer)) report(pointer)
      }
      if (!isMarkdown) continue
      for (const pointer of linksOf(line)) {
        if (!outside.test(pointer) && !find.page(resolveLink(path, pointer))) report(pointer)
      }
      for (const pointer of codePathsOf(line)) if (!find.code(pointer)) report(pointer)
    }
  }
  return broken
}

/** Returns the anchors of a markdown text's headings, as GitHub generates them. */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const line of withoutFences(markdown)) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]
    if (heading === undefined) continue
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
      .replace(/\s/g, '-')
    let anchor = slug
    for (let copy = 1; anchors.has(anchor); copy += 1) anchor = `${slug}-${copy}`
    anchors.add(anchor)
  }
  return anchors
}

function createTargetFinder({ paths, texts }: Repository) {
  const files = new Set(paths)
  const folders = new Set(paths.flatMap(foldersOf))
  const anchors = new Map<string, Set<string>>()
  const anchorsIn = (path: string) => {
    const known = anchors.get(path) ?? anchorsOf(texts.get(path) ?? '')
    anchors.set(path, known)
    return known
  }
  return {
    /** Whether a file or folder exists at this path from the root, optionally with a section. */
    page(pointer: string): boolean {
      const [path = '', anchor] = decodeURI(pointer).split('#')
      if (!files.has(path) && !folders.has(path.replace(/\/$/, ''))) return false
      return anchor === undefined || anchorsIn(path).has(anchor)
    },
    /** Whether code exists at a path from the root, or at the end of one; `*` and `{a,b}` stand for parts of names. */
    code(pointer: string): boolean {
      return withoutBraces(pointer.replace(/\/$/, '')).every((name) => {
        const wanted = new RegExp(`(^|/)${toPattern(name)}$`)
        return paths.some((path) => wanted.test(path)) || [...folders].some((at) => wanted.test(at))
      })
    },
  }
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function toPattern(path: string): string {
  return path
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*')
}

/** Expands `a/{b,c}.ts` to `a/b.ts` and `a/c.ts`. */
function withoutBraces(path: string): string[] {
  const [whole, names] = /\{([^{}]*)\}/.exec(path) ?? []
  if (whole === undefined || names === undefined) return [path]
  return names.split(',').flatMap((name) => withoutBraces(path.replace(whole, name)))
}

/** Returns the lines of a markdown text, with those inside code fences blanked. */
function withoutFences(markdown: string): string[] {
  let isCode = false
  return markdown.split('\n').map((line) => {
    const isFence = /^\s*(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    return isFence || isCode ? '' : line
  })
}

function linksOf(line: string): string[] {
  return [...line.replace(codeSpan, '').matchAll(markdownLink)].map(([, target = '']) => target)
}

function resolveLink(from: string, target: string): string {
  if (target.startsWith('#')) return `${from}${target}`
  const base = new URL(from, 'file:///')
  return new URL(target, base).href.slice('file:///'.length)
}

const topFolders =
  /^(\.ci|\.github|contract|store|runner|server|web|doubles|e2e|stress|scripts|docs)\/[\w./*{},-]*$/
const codeFile = /^[\w./*{},-]+\.(ts|tsx|cjs|typ)$/

/** Returns texts in backticks that look like a path of the code; `<name>` marks an example. */
function codePathsOf(line: string): string[] {
  return [...line.matchAll(codeSpan)]
    .map(([, span = '']) => span)
    .filter((span) => topFolders.test(span) || codeFile.test(span))
}
