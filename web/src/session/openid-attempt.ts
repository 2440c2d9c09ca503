import { ifStorable, saveInBrowser } from './browser-storage.ts'

/** Why the user went to the OpenID provider. */
type Purpose = 'sign-in' | 'link'

interface OpenIdAttempt {
  purpose: Purpose
  /** Only a browser with this key can finish the attempt. */
  key: string
}

/** Stored for this tab only, which leaves the dashboard and comes back. */
const storageKey = 'openid_attempt'

/** Sends the browser to the provider's page, from which it comes back with an answer. */
export function goToProvider(purpose: Purpose, { url, key }: { url: string; key: string }): void {
  saveInBrowser(() => sessionStorage, storageKey, JSON.stringify({ purpose, key }))
  location.assign(url)
}

/** Returns the attempt that was begun in this tab, and removes it. */
export function takeOpenIdAttempt(): OpenIdAttempt | undefined {
  const stored = ifStorable(() => sessionStorage.getItem(storageKey))
  ifStorable(() => sessionStorage.removeItem(storageKey))
  return stored ? (JSON.parse(stored) as OpenIdAttempt) : undefined
}
