/** What somebody has gone to the OpenID provider for. */
type Purpose = 'sign-in' | 'link'

interface OpenIdAttempt {
  purpose: Purpose
  /** Without it nobody can end what was begun here. */
  key: string
}

/** Kept for this tab alone, which leaves the dashboard and comes back. */
const storageKey = 'openid_attempt'

/** Leads the browser to the provider's page, from which it comes back with an answer. */
export function goToProvider(purpose: Purpose, { url, key }: { url: string; key: string }): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ purpose, key }))
  location.assign(url)
}

/** What was begun in this tab, once. */
export function takeOpenIdAttempt(): OpenIdAttempt | undefined {
  const kept = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  return kept === null ? undefined : (JSON.parse(kept) as OpenIdAttempt)
}
