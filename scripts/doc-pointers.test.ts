import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findBrokenPointers } from './doc-pointers.ts'

describe('this repository', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const paths = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
  const texts = new Map(
    paths
      .filter((path) => /\.(ts|tsx|js|cjs|css|html|md|typ|ya?ml|service)$|^Dockerfile$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

  it('is read', () => {
    expect(texts.size).toBeGreaterThan(300)
    expect(texts.has('docs/behavior.md')).toBe(true)
  })

  it('points to nothing that is not there', () => {
    const broken = findBrokenPointers({ paths, texts })
    expect(broken.map(({ path, line, pointer }) => `${path}:${line} ${pointer}`)).toEqual([])
  })

  it('has only pictures of screens and reports that a page shows', () => {
    const pages = [...texts].filter(([path]) => path.endsWith('.md')).map(([, text]) => text)
    const pictures = paths.filter((path) => /^docs\/.*\.(png|gif)$/.test(path))
    const unshown = pictures.filter(
      (path) => !pages.some((text) => text.includes(path.replace(/^docs\//, ''))),
    )
    expect(unshown).toEqual([])
  })
})
