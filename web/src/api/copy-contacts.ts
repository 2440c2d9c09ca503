import type { ContactKind, CopiedContacts } from '@dashboard/contract/copied-contacts'
import { countOf, formatCount } from '@dashboard/contract/counts'
import { useCopy } from '../ui/copy-text.ts'
import { useChange } from './use-change.ts'

/** Returns what copies the addresses or numbers of people, and says how many. */
export function useCopyContacts(read: (of: ContactKind) => Promise<CopiedContacts>) {
  const { copy } = useCopy('Copied')
  return useChange({
    send: async (of: ContactKind) => {
      const answer = read(of)
      const isCopied = await copy(answer.then(({ contacts }) => contacts.join('; ')))
      return { isCopied, description: copiedText(of, await answer) }
    },
    done: ({ isCopied, description }, of) =>
      isCopied
        ? { title: of === 'addresses' ? 'Addresses Copied' : 'Numbers Copied', description }
        : { title: 'Copying did not work', variant: 'destructive' },
    failed: ['Not Copied', 'The contacts could not be copied.'],
  })
}

/** Returns 'for Bcc: 43 addresses; 7 people have none', or '43 numbers; 1 person has none'. */
export function copiedText(
  of: ContactKind,
  { contacts, without, leftOut }: CopiedContacts,
): string {
  const isAddresses = of === 'addresses'
  const count = contacts.length
  return [
    isAddresses
      ? `for Bcc: ${formatCount(count)} address${count === 1 ? '' : 'es'}`
      : countOf(count, 'number'),
    without > 0 &&
      (without === 1 ? '1 person has none' : `${formatCount(without)} people have none`),
    leftOut > 0 &&
      (isAddresses
        ? `${formatCount(leftOut)} left out, not written as one address`
        : `${countOf(leftOut, 'wrong number')} left out`),
  ]
    .filter(Boolean)
    .join('; ')
}
