interface Window {
  /** The nonce that libraries set on the style elements that they add. */
  __webpack_nonce__?: string | undefined
}
