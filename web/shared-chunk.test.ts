import { expect, it } from 'vitest'
import { sharedChunk } from './shared-chunk.ts'

const imports: Record<string, string[]> = {
  '/p/web/src/ui/badge.tsx': ['/p/node_modules/react/index.js', '/p/web/src/ui/class-names.ts'],
  '/p/web/src/ui/class-names.ts': [],
  '/p/web/src/ui/icons.tsx': ['/p/node_modules/lucide-react/x.js', '\0runtime'],
  '/p/web/src/ui/list.tsx': ['/p/node_modules/@tanstack/react-virtual/index.js'],
  '/p/web/src/features/places.tsx': ['/p/web/src/ui/badge.tsx', '/p/web/src/ui/list.tsx'],
  '/p/contract/src/jobs.ts': ['/p/contract/src/circle.ts'],
  '/p/contract/src/circle.ts': ['/p/contract/src/jobs.ts'],
  '/p/contract/src/titles.ts': [],
  '/p/contract/src/columns.ts': ['/p/contract/src/titles.ts'],
  '/p/contract/src/limits.ts': [],
  '/p/web/src/features/columns/page.tsx': [
    '/p/contract/src/columns.ts',
    '/p/contract/src/limits.ts',
  ],
  '/p/web/src/features/users/page.tsx': ['/p/contract/src/limits.ts'],
}
const importersOf = (id: string) =>
  Object.keys(imports).filter((importer) => imports[importer]?.includes(id))
const graph = {
  getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [], importers: importersOf(id) }),
}

it('holds our own modules and the icons', () => {
  const light = [
    '/p/web/src/ui/badge.tsx',
    '/p/web/src/ui/icons.tsx',
    '/p/contract/src/jobs.ts',
    '/p/node_modules/lucide-react/x.js',
    'C:\\p\\node_modules\\@tanstack\\react-query\\index.js',
  ]
  for (const id of light) expect(sharedChunk(id, graph), id).toBe('shared')
})

it('leaves out what brings a library, also by another module', () => {
  const heavy = ['/p/web/src/ui/list.tsx', '/p/web/src/features/places.tsx']
  for (const id of heavy) expect(sharedChunk(id, graph), id).toBeNull()
  expect(sharedChunk('/p/node_modules/@tanstack/react-virtual/index.js', graph)).toBeNull()
})

it('keeps what pages share of a feature from pages that do not use it', () => {
  expect(sharedChunk('/p/web/src/features/volunteers/contact-links.ts', graph)).toBe('volunteers')
  expect(sharedChunk('C:\\p\\web\\src\\features\\sync\\sync-queries.ts', graph)).toBe('sync')
})

it('keeps what one feature alone imports of the contract with that feature', () => {
  expect(sharedChunk('/p/contract/src/titles.ts', graph)).toBe('columns')
  expect(sharedChunk('/p/contract/src/columns.ts', graph)).toBe('columns')
  expect(sharedChunk('/p/contract/src/limits.ts', graph)).toBe('shared')
})
