/** Zod's settings; see content-policy.ts. */
declare var __zod_globalConfig: { jitless: boolean }

interface Window {
  /** The nonce that libraries set on the style elements that they add. */
  __webpack_nonce__?: string | undefined
}
