/*
 * The server's content policy forbids code made from strings, which Zod would otherwise try while schemas are declared.
 * Zod keeps its settings in this global; importing Zod to change them would load all of it with the first page.
 */
globalThis.__zod_globalConfig = { jitless: true }

/*
 * The policy allows only style elements with the nonce of the page. The libraries that add such elements (the scroll
 * lock of dialogs, the color picker) read it from this global.
 */
window.__webpack_nonce__ = document.querySelector<HTMLMetaElement>(
  'meta[name="style-nonce"]',
)?.nonce
