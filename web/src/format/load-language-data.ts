/**
 * Loads what dates are written with in a thread of its own, while code and data of the page come over the network.
 * Without it the first date keeps a phone busy for a tenth of a second. Where it cannot run, the first date does it.
 */
export function loadLanguageData(): void {
  new Worker(new URL('./language-data-thread.ts', import.meta.url), { type: 'module' })
}
