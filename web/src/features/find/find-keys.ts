import { ifStorable } from '../../session/browser-storage.ts'

export type Shortcut = 'find' | 'help'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'target'
>

/** Returns which shortcut of every page a key is. */
export function shortcutOf(event: Pressed): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event
  if (isComposing || altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey ? 'find' : undefined
  return key === '?' && !isTyping(event.target) ? 'help' : undefined
}

const textFields =
  'input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=button]), textarea, select, [contenteditable]'

function isTyping(target: EventTarget | null): boolean {
  return target !== null && 'matches' in target && (target as Element).matches(textFields)
}

const storageKey = 'single_keys'

/** Whether keys without Ctrl are shortcuts in this browser: users of voice control switch them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return ifStorable(() => localStorage.getItem(storageKey)) !== 'false'
}

export function setSingleKeys(isOn: boolean): void {
  ifStorable(() => localStorage.setItem(storageKey, String(isOn)))
}
