import { expect, it } from 'vitest'
import { importedModules, parseSource, runningParts, variableUsed } from './source-tree.ts'

it('lists what a file imports, in every form', () => {
  const lines = [
    "import a from './a.ts'",
    "import type { B } from './b.ts'",
    "import { type C } from './c.ts'",
    "import { type D, d } from './d.ts'",
    "import './e.css'",
    "export { f } from './f.ts'",
    "export type { G } from './g.ts'",
    "export * from './h.ts'",
    "const i = await import('./i.ts')",
    "let j: Record<string, import('./j.ts').J>",
    'const k = require(`./k.ts`)',
    "import l = require('./l.ts')",
    "const text = 'import ./m.ts'",
  ]
  const found = importedModules(parseSource('planted.ts', lines.join('\n')))
  expect(found.filter(({ isType }) => !isType).map(({ module }) => module)).toEqual(
    [...'adefhikl'].map((name) => (name === 'e' ? './e.css' : `./${name}.ts`)),
  )
  expect(found.filter(({ isType }) => isType).map(({ module }) => module)).toEqual(
    [...'bcgj'].map((name) => `./${name}.ts`),
  )
})

it('knows the line of a part, after comments and letters of several bytes', () => {
  const tree = parseSource('planted.tsx', "// «—»\n\nconst a = 'é'\nconst b = <i>→</i>\nshow(b)")
  const show = [...runningParts(tree.root)].find((place) => variableUsed(place) === 'show')
  expect(show && tree.lineOf(show.node)).toBe(5)
})

it('refuses text that is no TypeScript', () => {
  expect(() => parseSource('planted.ts', 'const = 1')).toThrow()
})
