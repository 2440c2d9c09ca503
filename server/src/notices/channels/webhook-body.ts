import { localTime } from '@dashboard/contract/local-time'
import { productName } from '@dashboard/contract/product-name'
import type { WebhookSettings } from '@dashboard/store/settings/settings-notices'
import type { Message, MessageItem } from './channel.ts'
import { introductionOf, linkOf, subjectOf } from './message-words.ts'

type Format = WebhookSettings['format']
type Content = Pick<Message, 'id' | 'purpose' | 'items'>

const bodies: Record<Format, (message: Content, publicUrl: string) => object> = {
  slack: (message, publicUrl) => ({
    text: lines(message, publicUrl, {
      plain: escapeSlack,
      bold: (text) => `*${text}*`,
      link: (text, url) => `<${url}|${text}>`,
    }),
    unfurl_links: false,
  }),
  mattermost: (message, publicUrl) => ({ text: lines(message, publicUrl, markdown) }),
  teams: (message, publicUrl) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: adaptiveCard(message, publicUrl),
      },
    ],
  }),
  json: ({ id, purpose, items }, publicUrl) => ({
    id,
    purpose,
    notices: items.map((item) => ({
      id: item.id,
      kind: item.kind,
      title: item.title,
      text: item.text,
      link: linkOf(item, publicUrl),
      createdAt: item.createdAt,
    })),
  }),
}

/** Returns the body in the format of the service (docs/notices.md#to-a-webhook). */
export function webhookBody(format: Format, message: Content, publicUrl: string): string {
  return JSON.stringify(bodies[format](message, publicUrl))
}

interface Markup {
  plain(text: string): string
  bold(text: string): string
  link(text: string, url: string): string
}

const markdown: Markup = {
  plain: escapeMarkdown,
  bold: (text) => `**${text}**`,
  link: (text, url) => `[${text}](${url})`,
}

function lines(message: Content, publicUrl: string, { plain, bold, link }: Markup): string {
  const introduction = introductionOf(message)
  const heading = plain(introduction ? `${productName}: ${introduction}` : productName)
  const items = message.items.map(
    (item) =>
      `${bold(plain(item.title))} – ${plain(item.text)} ${link('Open', linkOf(item, publicUrl))}`,
  )
  return [heading, ...items].join('\n')
}

function adaptiveCard(message: Content, publicUrl: string): object {
  const [first] = message.items
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: `${productName}: ${subjectOf(message)}`,
    body: [
      textBlock(`${productName}${introductionOf(message) ? `: ${introductionOf(message)}` : ''}`, {
        isSubtle: true,
      }),
      ...message.items.flatMap(itemBlocks),
    ],
    actions: first
      ? [{ type: 'Action.OpenUrl', title: 'Open', url: linkOf(first, publicUrl) }]
      : [],
  }
}

function itemBlocks(item: MessageItem): object[] {
  return [
    textBlock(item.title, { weight: 'Bolder', spacing: 'Medium' }),
    textBlock(item.text, { spacing: 'None' }),
    textBlock(localTime(item.createdAt), { spacing: 'None', isSubtle: true, size: 'Small' }),
  ]
}

function textBlock(text: string, look: object): object {
  return { type: 'TextBlock', text: escapeMarkdown(text), wrap: true, ...look }
}

function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes a text, so that the name of a place does not become a link, a mention or bold. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|~#@]/g, '\\$&')
}
