import { openCallList } from '@dashboard/contract/call-lists'
import { listImports } from '@dashboard/contract/imports'
import { listVolunteers } from '@dashboard/contract/volunteers'
import { paths } from '@dashboard/web/paths'
import type { ApiClient } from './api-client.ts'

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
      wanted: 2,
    }
    return (await call(openCallList, { body })).body.id
  },
  '/dashboard/sync/imports/*': async ({ call }) => (await call(listImports)).body.imports[0]?.id,
}

/** Pages outside the shell. */
const others: readonly string[] = [paths.root, paths.login, paths.openIdReturn, paths.passwordLink]

/** Returns the addresses of all pages inside the shell; that of a page for one of many things ends with `/*`. */
export function builtPages(): string[] {
  return Object.values(paths).filter((path) => !others.includes(path))
}

/** Returns the address itself or, if it ends with `*`, an existing address of that kind. */
export async function findExample(client: ApiClient, address: string): Promise<string> {
  if (!address.endsWith('/*')) return address
  const name = await examples[address]?.(client)
  if (name === undefined) throw new Error(`e2e/built-pages.ts has no example of ${address}`)
  return address.replace('*', encodeURIComponent(name))
}
