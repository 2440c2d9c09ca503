import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { localTime } from '@dashboard/contract/local-time'
import { productName } from '@dashboard/contract/product-name'
import { escapeHtml } from '../../http/escape-html.ts'
import type { Message, MessageItem } from './channel.ts'
import { footerOf, introductionOf, linkOf, subjectOf } from './message-words.ts'

interface Look {
  publicUrl: string
  colors: BrandPalette
  /** Black or white, whichever reads better on the primary color. */
  onPrimary: string
}

/** Returns subject, text and HTML of an e-mail. Both bodies say the same. */
export function emailContent(
  message: Pick<Message, 'purpose' | 'items'>,
  look: Look,
): { subject: string; text: string; html: string } {
  return {
    subject: `${productName}: ${subjectOf(message)}`,
    text: textOf(message, look.publicUrl),
    html: htmlOf(message, look),
  }
}

function textOf(message: Pick<Message, 'purpose' | 'items'>, publicUrl: string): string {
  const introduction = introductionOf(message)
  const items = message.items.map((item) =>
    [item.title, item.text, ...timeOf(message, item), linkOf(item, publicUrl)].join('\n'),
  )
  const footer = footerOf(message, publicUrl)
  return [...(introduction ? [introduction] : []), ...items, `-- \n${footer.text}\n${footer.link}`]
    .join('\n\n')
    .concat('\n')
}

/** The weekly mail says how things are when it is sent; its subject says the day. */
function timeOf({ purpose }: Pick<Message, 'purpose'>, { createdAt }: MessageItem): string[] {
  return purpose === 'week' ? [] : [localTime(createdAt)]
}

/** Uses tables and inline styles, since mail programs support little else. */
function htmlOf(message: Pick<Message, 'purpose' | 'items'>, look: Look): string {
  const { colors, onPrimary, publicUrl } = look
  const introduction = introductionOf(message)
  const footer = footerOf(message, publicUrl)
  const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
  const card = `background:${colors.backgrounds};border:1px solid ${colors.cardBackgrounds};border-radius:10px`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subjectOf(message))}</title></head>
<body style="margin:0;padding:24px 12px;background:${colors.cardBackgrounds};color:${colors.primaryText};${font};font-size:14px;line-height:1.45">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto;${card}">
<tr><td style="padding:16px 24px;background:${colors.primaryActions};color:${onPrimary};border-radius:10px 10px 0 0;font-size:16px;font-weight:600">${escapeHtml(productName)}</td></tr>
${introduction ? `<tr><td style="padding:20px 24px 0">${escapeHtml(introduction)}</td></tr>` : ''}
${message.items.map((item) => itemHtml(item, timeOf(message, item), look)).join('\n')}
<tr><td style="padding:16px 24px;border-top:1px solid ${colors.cardBackgrounds};font-size:12px">${escapeHtml(footer.text)} <a href="${escapeHtml(footer.link)}" style="color:${colors.primaryText}">${escapeHtml(footer.label)}</a></td></tr>
</table>
</body>
</html>
`
}

function itemHtml(item: MessageItem, times: string[], { publicUrl, colors, onPrimary }: Look) {
  const button = `display:inline-block;padding:8px 16px;background:${colors.primaryActions};color:${onPrimary};border-radius:8px;text-decoration:none;font-weight:500`
  return `<tr><td style="padding:20px 24px">
<h1 style="margin:0 0 4px;font-size:16px;line-height:1.2;font-weight:600">${escapeHtml(item.title)}</h1>
<p style="margin:0 0 4px">${escapeHtml(item.text)}</p>
${times.map((time) => `<p style="margin:0;font-size:12px">${escapeHtml(time)}</p>`).join('')}
<a href="${escapeHtml(linkOf(item, publicUrl))}" style="margin-top:12px;${button}">Open</a>
</td></tr>`
}
