/*
 * The server's content policy forbids code made from strings, which Zod would otherwise try while schemas are
 * declared. This is where Zod keeps its settings; importing it for that would load all of it with the first page.
 */
globalThis.__zod_globalConfig = { jitless: true }

/*
 * It allows only style elements that carry the nonce of the page. The libraries that add such elements
 * (the scroll lock of dialogs, the color picker) take it from this global.
 */
window.__webpack_nonce__ = document.querySelector<HTMLMetaElement>(
  'meta[name="style-nonce"]',
)?.nonce
