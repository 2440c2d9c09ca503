import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const paths = stdout.split('\n')

/**
 * How many requirements each section of ASVS 5.0.0 has at levels 1 and 2. Those of level 3 stand last
 * in their section, so that the numbers run from 1.
 */
const sections: Record<string, number> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2 },
  ...{ 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2 },
  ...{ 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3 },
  ...{ 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5, 'V6.6': 3, 'V6.8': 4 },
  ...{ 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2 },
  ...{ 'V8.1': 2, 'V8.2': 3, 'V8.3': 1, 'V8.4': 1, 'V9.1': 3, 'V9.2': 4 },
  ...{ 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11, 'V10.5': 5, 'V10.6': 2, 'V10.7': 3 },
  ...{ 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1 },
  ...{ 'V12.1': 3, 'V12.2': 2, 'V12.3': 4, 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5 },
  ...{ 'V14.1': 2, 'V14.2': 4, 'V14.3': 3, 'V15.1': 3, 'V15.2': 3, 'V15.3': 7 },
  ...{ 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3 },
  ...{ 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
}

const rows = [...page.matchAll(/^\| (V\d+\.\d+\.\d+) \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = '', , state = '']) => ({ id, state }),
)

it('has every requirement of levels 1 and 2, once and in order', () => {
  const all = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ id }) => id)).toEqual(all)
})

it('counts its states as they are', () => {
  const count = (start: string) => rows.filter(({ state }) => state.startsWith(start)).length
  const [holds, inapplicable, gaps] = ['holds', 'not applicable: ', 'gap: '].map(count)
  expect(page).toContain(
    `Of ${rows.length} requirements ${holds} hold, ${inapplicable} are not applicable, and ${gaps} are gaps.`,
  )
  expect((holds ?? 0) + (inapplicable ?? 0) + (gaps ?? 0)).toBe(rows.length)
})

it('names a test, a file or a section for all that holds', () => {
  const proof = /`[\w./-]+\.(test|spec)\.ts`|\]\([\w.]*(#[\w-]+|\.md)|holds: the same test/
  const bare = rows.filter(
    ({ state }) =>
      state.startsWith('holds') &&
      !state.startsWith('holds by construction: ') &&
      !proof.test(state),
  )
  expect(bare).toEqual([])
})

it('quotes titles that tests have', () => {
  const missing = rows.flatMap(({ id, state }) => {
    const named = [...state.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(
      ([, path = '']) => path,
    )
    const texts = paths
      .filter((path) => named.some((name) => `/${path}`.endsWith(`/${name}`)))
      .map((path) => readFileSync(join(root, path), 'utf8'))
    const titles = [...state.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)
    return titles
      .filter((title) => !texts.some((text) => text.includes(title)))
      .map((title) => `${id} ${title}`)
  })
  expect(missing).toEqual([])
})
