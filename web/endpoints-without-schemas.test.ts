import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { withoutSchemas } from './endpoints-without-schemas.ts'

const contract = fileURLToPath(new URL('../contract/src/', import.meta.url))

it('keeps the address and the access of an endpoint, and what else its module offers', () => {
  const code = `import { z } from 'zod'
import { IdParams } from './answers.ts'
import { defineEndpoint } from './endpoint.ts'
import { pageParameters } from './paging.ts'
export const Thing = z.object({ id: z.string().min(1) })
export type Thing = z.infer<typeof Thing>
const Things = Thing.array()
const page = pageParameters(['name'])
const filter = { q: page.q, ...Thing.shape }
export function isNew(thing: Thing): boolean {
  return thing.id === ''
}
export const getThing = defineEndpoint({
  name: 'getThing',
  method: 'GET',
  path: '/api/things/:id',
  access: 'user',
  params: IdParams,
  answer: Things,
})
export const getFile = defineEndpoint({
  method: 'GET', path: '/api/file', access: 'public', answer: { binary: 'text/csv' }, failures: [404] })
`
  expect(withoutSchemas(code).replace(/\s+/g, ' ')).toBe(
    " import { defineEndpoint } from './endpoint.ts'" +
      " export function isNew(thing: Thing): boolean { return thing.id === '' }" +
      " export const getThing = defineEndpoint({ method: 'GET', path: '/api/things/:id', access: 'user', })" +
      " export const getFile = defineEndpoint({ method: 'GET', path: '/api/file', access: 'public', answer: { binary: 'text/csv' }, }) ",
  )
})

it('leaves a module without endpoints as it is', () => {
  const code = "import { z } from 'zod'\nexport const Name = z.string()\n"
  expect(withoutSchemas(code)).toBe(code)
})

it('leaves no schema in any module of the contract that declares endpoints', () => {
  const modules = readdirSync(contract)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${contract}${file}`, 'utf8'))
    .filter((code) => code.includes('= defineEndpoint('))
  expect(modules.length).toBeGreaterThan(5)
  for (const code of modules)
    expect(withoutSchemas(code)).not.toMatch(/from '(zod|\.\/paging\.ts)'/)
})
