const storageKey = 'single_keys'

/** Whether keys without Ctrl are shortcuts in this browser: those who speak to it switch them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(storageKey) !== 'false'
}

export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, String(isOn))
}
