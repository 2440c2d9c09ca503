import { readSettings } from '@dashboard/store/settings/settings'
import { expect, it } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

const local = { id: 'localhost', origin: 'http://localhost:3000' }

it.each([
  [{ PUBLIC_URL: 'https://dash.example.org' }, ['dash.example.org', 'https://dash.example.org']],
  [{ PUBLIC_URL: 'https://example.org:8443/' }, ['example.org', 'https://example.org:8443']],
  [{ PUBLIC_URL: 'http://localhost:3000' }, [local.id, local.origin]],
  // Browsers offer no passkeys over plain HTTP, nor at IP addresses.
  [{ PUBLIC_URL: 'http://dash.example.org' }, undefined],
  [{ PUBLIC_URL: 'https://192.0.2.7' }, undefined],
  [{ PUBLIC_URL: 'https://[2001:db8::7]' }, undefined],
  [{}, [local.id, local.origin]],
  [{ HOST: '::1' }, [local.id, local.origin]],
  [{ HOST: '0.0.0.0' }, undefined],
  [{ HOST: 'dash.example.org' }, undefined],
])('with %j passkeys are for %j', (environment, expected) => {
  const party = relyingPartyOf(readSettings(environment), 3000)
  expect(party && [party.id, party.origin]).toEqual(expected)
})
