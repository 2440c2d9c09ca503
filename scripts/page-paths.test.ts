import { expect, it } from 'vitest'
import { pagePaths } from './page-paths.ts'
import { parseSource } from './source-tree.ts'

const paths = (...lines: string[]) => pagePaths(parseSource('planted.tsx', lines.join('\n')))

it.each([
  "navigate('/login')",
  'navigate(`/login`)',
  'navigate(`/admin/${page}`)',
  "navigate('/')",
  'const link = <Link href="/dashboard/sync">Sync</Link>',
  'const link = <Link href="/">Home</Link>',
  "const link = <Link href={isAdmin ? '/' : paths.login}>Home</Link>",
  "const link = { href: '/' }",
  "location.href = '/'",
  "location.assign(origin + '/profile')",
  "const page = '/profile'",
])('sees the address of a page: %s', (line) => {
  expect(paths('const before = 1', line)).toEqual([2])
})

it.each([
  'navigate(paths.login)',
  'navigate(`${paths.monitor}?job=${id}`)',
  "invalidate('/api/jobs')",
  'invalidate(`/api/jobs/${id}`)',
  "const parts = path.split('/')",
  "const folder = text.replaceAll('_', '/')",
  "import { paths } from '/paths.ts'",
  'type Path = `/api/${string}`',
  "type Page = '/login'",
])('sees none in: %s', (line) => {
  expect(paths(line)).toEqual([])
})
