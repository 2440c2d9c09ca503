import { localDate } from '@dashboard/contract/local-time'
import { productName } from '@dashboard/contract/product-name'
import type { Message, MessageItem } from './channel.ts'

export const testItem = {
  title: 'Messages arrive here',
  text: 'This is a test that an administrator has sent.',
  link: '/admin/monitoring',
}

/** Returns the subject of a message in one line, without the product's name. */
export function subjectOf({ purpose, items }: Pick<Message, 'purpose' | 'items'>): string {
  const [first] = items
  if (purpose === 'week' && first) return `The week of ${localDate(first.createdAt)}`
  const more = items.length - 1
  const title = `${first?.title ?? ''}${more > 0 ? `, and ${more} more` : ''}`
  return purpose === 'reminder' ? `Reminder: ${title}` : title
}

/** Returns a sentence to put before the items, where one is needed. */
export function introductionOf({
  purpose,
  items,
}: Pick<Message, 'purpose' | 'items'>): string | undefined {
  if (purpose !== 'reminder') return undefined
  return items.length === 1 ? 'This has not been solved yet:' : 'These have not been solved yet:'
}

export function linkOf(item: MessageItem, publicUrl: string): string {
  return `${publicUrl}${item.link}`
}

export function footerOf(
  { purpose }: Pick<Message, 'purpose'>,
  publicUrl: string,
): { text: string; link: string; label: string } {
  if (purpose === 'account' || purpose === 'test') {
    const text = `An administrator of ${productName} has sent this. If you did not expect it, delete it: nothing happens then.`
    return { text, link: publicUrl, label: productName }
  }
  if (purpose === 'week') {
    const text = `${productName} sends this on Mondays because you chose it under Profile, Notices. Turn it off there.`
    return { text, link: `${publicUrl}/profile#notices`, label: 'Notices' }
  }
  return {
    label: 'Profile',
    text: `${productName} sends this because you chose it under Profile. Change it there.`,
    link: `${publicUrl}/profile`,
  }
}
