import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@dashboard/store/test/folder'
import { expect, it } from 'vitest'
import { storeProgramCommit } from './program-commit.ts'

function git(folder: string, ...words: string[]): string {
  const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']
  return spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' }).stdout.trim()
}

const storedCommit = (root: string) => readFileSync(join(root, 'dist/commit'), 'utf8').trim()

it('stores the commit of a clone, and says when its files differ', async () => {
  const root = await temporaryFolder()
  git(root, 'init')
  writeFileSync(join(root, 'file'), 'one')
  git(root, 'add', 'file')
  git(root, 'commit', '--message', 'One')
  storeProgramCommit(root, '')
  const commit = git(root, 'rev-parse', 'HEAD')
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  expect(storedCommit(root)).toBe(commit)
  writeFileSync(join(root, 'file'), 'two')
  storeProgramCommit(root, '')
  expect(storedCommit(root)).toBe(`${commit}-dirty`)
})

it('stores the name that replaces it, and nothing where none is known', async () => {
  const around = await temporaryFolder()
  git(around, 'init')
  const root = join(around, 'unpacked')
  mkdirSync(root)
  storeProgramCommit(root, 'c0ffee')
  expect(storedCommit(root)).toBe('c0ffee')
  storeProgramCommit(root, '')
  expect(existsSync(join(root, 'dist/commit'))).toBe(false)
})
