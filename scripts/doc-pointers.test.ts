import { readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { Marked, type Token } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { expect, it } from 'vitest'
import { repositoryFiles, repositoryRoot } from './repository-files.ts'

/** Checks that pointers in comments and documents lead to existing pages, sections, and code. */

const files = repositoryFiles()
const paths = new Set(files.flatMap((path) => [path, ...foldersOf(path)]))
const texts = files
  .filter((path) => /\.(ts|tsx|js|cjs|css|html|md|typ|ya?ml|service)$|^Dockerfile$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }))
const pages = texts.filter(({ path }) => path.endsWith('.md'))

const marked = new Marked(gfmHeadingId())
const sections = new Set(
  pages.flatMap(({ path, text }) => {
    marked.parse(text, { async: false })
    return getHeadingList().map(({ id }) => `${path}#${id}`)
  }),
)

function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...foldersOf(folder)]
}

/** Whether a file or folder exists at this path from the root, optionally with a section. */
function hasPage(pointer: string): boolean {
  const [path = '', section] = decodeURI(pointer).split('#')
  return (
    paths.has(path.replace(/\/$/, '')) &&
    (section === undefined || sections.has(`${path}#${section}`))
  )
}

/** Whether code exists at a path from the root, or at the end of one; `*` and `{a,b}` stand for parts of names. */
function hasCode(pointer: string): boolean {
  return withoutBraces(pointer.replace(/\/$/, '')).every((name) =>
    [...paths].some((path) => matchesGlob(path, name) || matchesGlob(path, `**/${name}`)),
  )
}

/** Expands `a/{b,c}.ts` to `a/b.ts` and `a/c.ts`, each of which has to exist. */
function withoutBraces(path: string): string[] {
  const [whole, names] = /\{([^{}]*)\}/.exec(path) ?? []
  if (whole === undefined || names === undefined) return [path]
  return names.split(',').flatMap((name) => withoutBraces(path.replace(whole, name)))
}

function resolveLink(from: string, target: string): string {
  if (target.startsWith('#')) return `${from}${target}`
  return new URL(target, new URL(from, 'file:///')).href.slice('file:///'.length)
}

const otherSite = /^[a-z][a-z+.-]*:/i
/** Texts in backticks that look like a path of the code; `<name>` marks an example. */
const codePath =
  /^(\.ci|\.github|contract|store|runner|server|web|doubles|e2e|stress|scripts|docs)\/[\w./*{},-]*$|^[\w./*{},-]+\.(ts|tsx|cjs|typ)$/

function isBroken(path: string, token: Token): boolean {
  if (token.type === 'codespan') return codePath.test(token.text) && !hasCode(token.text)
  if (token.type !== 'link' && token.type !== 'image') return false
  return !otherSite.test(token.href) && !hasPage(resolveLink(path, token.href))
}

it('points only to what exists', () => {
  const inPages = pages.flatMap(({ path, text }) => {
    const broken: string[] = []
    void marked.walkTokens(marked.lexer(text), (token) => {
      if (isBroken(path, token)) broken.push(`${path}: ${token.raw}`)
    })
    return broken
  })
  const inComments = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w./-])docs\/[\w./-]+\.md(?:#[\w-]+)?/g)]
      .filter(([pointer]) => !hasPage(pointer))
      .map(([pointer]) => `${path}: ${pointer}`),
  )
  expect([...inPages, ...inComments]).toEqual([])
})
