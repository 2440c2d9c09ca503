const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** What the keyboard calls the key of shortcuts. */
export const commandKey = isApple ? '⌘' : 'Ctrl'
