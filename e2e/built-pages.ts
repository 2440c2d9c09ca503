import { readFileSync } from 'node:fs'
import { openCallList } from '@dashboard/contract/call-lists'
import { listImports } from '@dashboard/contract/imports'
import { listVolunteers } from '@dashboard/contract/volunteers'
import type { ApiClient } from './api-client.ts'

const built = new URL('../web/dist/.vite/page-files.json', import.meta.url)

/** Values for the `*` in the address of a page for one of many things, in a dashboard that has synced sample data. */
const examples: Readonly<Record<string, (client: ApiClient) => Promise<string | undefined>>> = {
  '/dashboard/circuits/*': async () => 'NY-1',
  '/dashboard/volunteers/*': async ({ call }) =>
    (await call(listVolunteers)).body.volunteers[0]?.id,
  '/dashboard/calls/*': async ({ call }) => {
    const body = {
      kind: 'circuit',
      place: 'NY-1',
      day: new Date().toISOString().slice(0, 10),
      timeSlot: 'Morning',
    }
    return (await call(openCallList, { body })).body.id
  },
  '/dashboard/sync/imports/*': async ({ call }) => (await call(listImports)).body.imports[0]?.id,
}

/**
 * Returns the addresses of all pages inside the shell, as the build found them in the router (web/page-files.ts); the
 * address of a page for one of many things ends with `/*`.
 */
export function builtPages(): string[] {
  const { pages } = JSON.parse(readFileSync(built, 'utf8')) as { pages: Record<string, unknown> }
  return Object.keys(pages)
}

/** Returns the address itself or, if it ends with `*`, an existing address of that kind. */
export async function findExample(client: ApiClient, address: string): Promise<string> {
  if (!address.endsWith('/*')) return address
  const name = await examples[address]?.(client)
  if (name === undefined) throw new Error(`e2e/built-pages.ts has no example of ${address}`)
  return address.replace('*', encodeURIComponent(name))
}
