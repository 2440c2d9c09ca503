import type { Message, MessageItem } from '../src/notices/channels/channel.ts'

export function testNotice(changes: Partial<MessageItem> = {}): MessageItem {
  return {
    id: 'notice-1',
    kind: 'sync-failed',
    title: 'The import failed',
    text: 'The sheet could not be read.',
    link: '/dashboard/sync',
    createdAt: '2026-11-20T15:08:00.000Z',
    ...changes,
  }
}

export const testMessage: Message = {
  id: 'message-1',
  purpose: 'notices',
  items: [testNotice()],
  recipient: undefined,
}
