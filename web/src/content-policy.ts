/*
 * The server's content policy allows only style elements with the nonce of the page. The libraries that add such
 * elements (the scroll lock of dialogs, the color picker) read it from this global.
 */
window.__webpack_nonce__ = document.querySelector<HTMLMetaElement>(
  'meta[name="style-nonce"]',
)?.nonce
