import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { anchorsOf, findBrokenPointers, type Repository } from './doc-pointers.ts'

/** Joined from parts, so that the planted pointers are not taken for pointers of this file. */
const page = ['docs', 'page.md'].join('/')

function repositoryOf(files: Record<string, string>): Repository {
  return { paths: Object.keys(files), texts: new Map(Object.entries(files)) }
}

/** Returns the broken pointers of one source file, beside a page that has the section `Job details`. */
function brokenInComment(comment: string): string[] {
  const files = { [page]: '# Page\n\n## Job details\n', 'server/src/app.ts': `/** ${comment} */\n` }
  return findBrokenPointers(repositoryOf(files)).map(({ pointer }) => pointer)
}

describe('pointers in comments', () => {
  it('may name a page and a section that exist', () => {
    expect(brokenInComment(`See ${page}.`)).toEqual([])
    expect(brokenInComment(`As ${page}#job-details says.`)).toEqual([])
  })

  it('may not name a page that does not exist', () => {
    const nowhere = ['docs', 'nowhere.md'].join('/')
    expect(brokenInComment(`See ${nowhere}.`)).toEqual([nowhere])
  })

  it('may not name a section that does not exist', () => {
    expect(brokenInComment(`(${page}#job-detail)`)).toEqual([`${page}#job-detail`])
  })

  it.each([
    ['spec', ' §2'],
    ['api', '.md'],
    ['data-import', '.md'],
    ['../', 'shared/x'],
  ])('may not name what is outside of the repository: %s%s', (...parts) => {
    expect(brokenInComment(`(${parts.join('')})`)).toHaveLength(1)
  })

  it('are found with their line', () => {
    const files = { 'web/src/main.tsx': `const a = 1\n// ${page}\n` }
    expect(findBrokenPointers(repositoryOf(files))).toEqual([
      { path: 'web/src/main.tsx', line: 2, pointer: page },
    ])
  })
})

describe('links and paths in documents', () => {
  const broken = (text: string) =>
    findBrokenPointers(
      repositoryOf({
        'README.md': '# Start\n',
        'guide/a.md': text,
        'guide/b.md': '## Over there\n',
        'server/src/app.ts': '',
        'server/src/http/app-error.ts': '',
      }),
    ).map(({ pointer }) => pointer)

  it('lead to files, folders and sections', () => {
    const good =
      '# Here\n[b](b.md#over-there) [up](../README.md#start) [it](#here) [src](../server)'
    expect(broken(good)).toEqual([])
    expect(broken('[web](https://example.org/x.md#y)')).toEqual([])
  })

  it.each(['c.md', 'b.md#elsewhere', '#nowhere', 'README.md'])('may not lead to %s', (target) => {
    expect(broken(`[text](${target})`)).toEqual([target])
  })

  it('name code that exists, from the root or by its end, with stars and braces', () => {
    const paths = ['server/src/app.ts', 'http/app-error.ts', 'server/src/http/', 'app-*.ts']
    expect(broken(paths.map((path) => `\`${path}\``).join(' '))).toEqual([])
    expect(broken('`server/src/{app,http/app-error}.ts`, `server/src/<feature>/x.ts`')).toEqual([])
  })

  it.each(['server/src/gone.ts', 'gone.ts', 'web/src/', 'server/src/{app,gone}.ts'])(
    'may not name code that does not exist: %s',
    (path) => {
      expect(broken(`See \`${path}\`.`)).toEqual([path])
    },
  )

  it('are not looked for in code fences', () => {
    expect(broken('```\n[text](gone.md) `server/src/gone.ts`\n```')).toEqual([])
  })
})

it('anchorsOf makes the anchors that GitHub makes', () => {
  const headings = [
    '# Jobs on GitHub Actions',
    "## What GitHub's states become",
    '## `Job` & its **state**',
    '## Set up, in ten minutes',
    '## Set up, in ten minutes',
    '## [A link](to.md)',
    '```\n# not a heading\n```',
  ]
  expect([...anchorsOf(headings.join('\n'))]).toEqual([
    'jobs-on-github-actions',
    'what-githubs-states-become',
    'job--its-state',
    'set-up-in-ten-minutes',
    'set-up-in-ten-minutes-1',
    'a-link',
  ])
})

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
