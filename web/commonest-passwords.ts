import { commonest } from '@dashboard/contract/common-passwords'
import type { Plugin } from 'vite'

/** Keeps only the needed part of the list of passwords: a fifth of what the browser would load otherwise. */
export function commonestPasswords(): Plugin {
  return {
    name: 'commonest-passwords',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]language-common[\\/]src[\\/]passwords\.json$/ },
      handler: (code) => ({ code: shortened(code), map: null }),
    },
  }
}

export function shortened(list: string): string {
  const passwords = JSON.parse(list) as readonly string[]
  return JSON.stringify(passwords.slice(0, commonest))
}
