interface Window {
  /** From where libraries take the nonce of the style elements that they add. */
  __webpack_nonce__?: string | undefined
}
