/** Zod's settings; see content-policy.ts. */
declare var __zod_globalConfig: { jitless: boolean }

interface Window {
  /** From where libraries take the nonce of the style elements that they add. */
  __webpack_nonce__?: string | undefined
}
