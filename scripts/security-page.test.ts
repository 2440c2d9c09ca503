import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findBrokenPointers } from './doc-pointers.ts'

interface Requirement {
  id: string
  /** The requirement in our words. */
  requirement: string
  state: 'holds' | 'holds by construction' | 'not applicable' | 'gap'
  why: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const requirements: Requirement[] = JSON.parse(
  readFileSync(join(root, 'scripts/asvs.json'), 'utf8'),
)
const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const paths = stdout.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))

/**
 * Number of requirements at levels 1 and 2 in each section of ASVS 5.0.0, by chapter: the first number of V1 is that of
 * V1.1. Requirements of level 3 come last in their section, so that the numbers begin at 1.
 */
const chapters: Record<string, number[]> = {
  V1: [2, 9, 11, 3, 2],
  V2: [3, 3, 4, 1],
  V3: [0, 2, 4, 6, 5, 0, 2],
  V4: [3, 1, 2, 4],
  V5: [1, 3, 2, 3],
  V6: [3, 12, 4, 4, 5, 3, 0, 4],
  V7: [3, 4, 2, 5, 2, 2],
  V8: [2, 3, 1, 1],
  V9: [3, 4],
  V10: [2, 2, 4, 11, 5, 2, 3],
  V11: [2, 3, 3, 4, 1, 1],
  V12: [3, 2, 4],
  V13: [1, 5, 2, 5],
  V14: [2, 4, 3],
  V15: [3, 3, 7],
  V16: [1, 5, 4, 3, 3],
  V17: [1, 4, 2],
}

it('has every requirement of levels 1 and 2, once and in order', () => {
  const all = Object.entries(chapters).flatMap(([chapter, sections]) =>
    sections.flatMap((count, section) =>
      Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
    ),
  )
  expect(requirements.map(({ id }) => id)).toEqual(all)
})

it('says of each what it asks, its state, and why', () => {
  const states = ['holds', 'holds by construction', 'not applicable', 'gap']
  for (const { id, requirement, state, why } of requirements) {
    expect(states, id).toContain(state)
    expect(requirement, id).not.toBe('')
    expect(why, id).not.toBe('')
  }
})

it('has its states counted on the page', () => {
  const count = (start: string) =>
    requirements.filter(({ state }) => state.startsWith(start)).length
  expect(page).toContain(
    `${count('holds')} of ${requirements.length} requirements hold, ${count('not applicable')} are not applicable, and ${count('gap')} are gaps.`,
  )
})

it('names a test, a file or a section for all that holds', () => {
  const proof = /`[\w./-]+\.(test|spec)\.ts`|\]\([\w./]*(#[\w-]+|\.md)|^the same test/
  const bare = requirements.filter(({ state, why }) => state === 'holds' && !proof.test(why))
  expect(bare).toEqual([])
})

it('points to sections and files that are there', () => {
  const texts = new Map(
    paths
      .filter((path) => path.endsWith('.md'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  texts.set('asvs.md', requirements.map(({ id, why }) => `${id} ${why}`).join('\n'))
  const broken = findBrokenPointers({ paths, texts }).filter(({ path }) => path === 'asvs.md')
  expect(broken.map(({ line, pointer }) => `${requirements[line - 1]?.id} ${pointer}`)).toEqual([])
})

it('quotes titles that tests have', () => {
  const missing = requirements.flatMap(({ id, why }) => {
    const named = [...why.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, path = '']) => path)
    const texts = paths
      .filter((path) => named.some((name) => `/${path}`.endsWith(`/${name}`)))
      .map((path) => readFileSync(join(root, path), 'utf8'))
    const titles = [...why.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)
    return titles
      .filter((title) => !texts.some((text) => text.includes(title)))
      .map((title) => `${id} ${title}`)
  })
  expect(missing).toEqual([])
})
