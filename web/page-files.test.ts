import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageModules } from './page-files.ts'
import { paths } from './src/paths.ts'

it('finds the module of a page in the value itself, and in the function that it names', () => {
  const code = `
    async function loadMonitor() {
      return { default: (await import('./features/jobs/monitor-page.tsx')).MonitorPage }
    }
    const pages = {
      [paths.sync]: { load: async () => ({ default: (await import('./sync.tsx')).SyncPage }) },
      [paths.monitor]: { guard: SignedIn, load: loadMonitor },
      [paths.anyCircuit]: { load: () => import('./circuit.tsx') },
      [paths.login]: { title: 'no code of its own' },
      other: { load: () => import('./other.tsx') },
    }`
  expect(pageModules(code)).toEqual({
    '/dashboard/sync': './sync.tsx',
    '/dashboard/monitor': './features/jobs/monitor-page.tsx',
    '/dashboard/circuits/*': './circuit.tsx',
  })
})

it('finds every page of the router', () => {
  const router = readFileSync(join(import.meta.dirname, 'src/router.tsx'), 'utf8')
  const found = Object.keys(pageModules(router))
  // Pages outside the frame, and paths that are only the beginning of addresses.
  const beginnings = [paths.circuits, paths.imports]
  const frameless = [paths.root, paths.login, paths.openIdReturn, paths.passwordLink]
  const others: string[] = [...beginnings, ...frameless]
  const expected = Object.values(paths).filter((path) => !others.includes(path))
  expect(found.toSorted()).toEqual(expected.toSorted())
})
