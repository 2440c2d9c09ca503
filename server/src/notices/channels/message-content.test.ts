import { readPalette } from '@dashboard/contract/brand-palette'
import { shownTime } from '@dashboard/store/test/shown-times'
import { describe, expect, test } from 'vitest'
import { testMessage, testNotice } from '../../../test/messages.ts'
import { emailContent } from './email-content.ts'
import { webhookBody } from './webhook-body.ts'

const publicUrl = 'https://dashboard.example.org'
const look = { publicUrl, colors: readPalette(), onPrimary: '#ffffff' }
const hostile = testNotice({ text: 'The report <b>*A* [x](y) @all</b> & more is ready' })

describe('an e-mail', () => {
  test('says what happened, when, where to look, and why it came', () => {
    const { subject, text } = emailContent(testMessage, look)
    expect(subject).toBe('SMPW Dashboard: The import failed')
    expect(text).toBe(
      [
        'The import failed',
        'The sheet could not be read.',
        shownTime('2026-11-20 10:08'),
        'https://dashboard.example.org/dashboard/sync',
        '',
        '-- ',
        'SMPW Dashboard sends this because you chose it under Profile. Change it there.',
        'https://dashboard.example.org/profile',
        '',
      ].join('\n'),
    )
  })

  test.each(['test', 'account'] as const)(
    'for %s says that an administrator sent it',
    (purpose) => {
      const { text } = emailContent({ ...testMessage, purpose }, look)
      expect(text).toContain('An administrator of SMPW Dashboard has sent this.')
      expect(text).not.toContain('Profile')
    },
  )

  test('of several notices names the first, and a reminder says that it is one', () => {
    const items = [testNotice(), testNotice({ id: 'notice-2', title: '3 rows were skipped' })]
    expect(emailContent({ ...testMessage, items }, look).subject).toBe(
      'SMPW Dashboard: The import failed, and 1 more',
    )
    const reminder = emailContent({ ...testMessage, purpose: 'reminder' }, look)
    expect(reminder.subject).toBe('SMPW Dashboard: Reminder: The import failed')
    expect(reminder.text).toMatch(/^This has not been solved yet:\n\nThe import failed\n/)
  })

  test('in HTML says the same, and a name cannot bring markup along', () => {
    const { html } = emailContent({ ...testMessage, items: [hostile] }, look)
    expect(html).toContain('&lt;b&gt;*A* [x](y) @all&lt;/b&gt; &amp; more')
    expect(html).not.toContain('<b>')
    expect(html).toContain('href="https://dashboard.example.org/dashboard/sync"')
    expect(html).toContain('background:#1d489a;color:#ffffff')
  })
})

describe('the body for the webhook', () => {
  const body = (format: Parameters<typeof webhookBody>[0]) =>
    JSON.parse(webhookBody(format, { ...testMessage, items: [hostile] }, publicUrl))

  test('of Slack has links and no markup or mention of a name', () => {
    expect(body('slack').text).toBe(
      'SMPW Dashboard\n*The import failed* – The report &lt;b&gt;*A* [x](y) @all&lt;/b&gt; &amp; more is ready <https://dashboard.example.org/dashboard/sync|Open>',
    )
  })

  test('of Mattermost is Markdown', () => {
    expect(body('mattermost').text).toBe(
      'SMPW Dashboard\n**The import failed** – The report \\<b\\>\\*A\\* \\[x\\](y) \\@all\\</b\\> & more is ready [Open](https://dashboard.example.org/dashboard/sync)',
    )
  })

  test('of Teams is an adaptive card in the envelope of a workflow', () => {
    const { type, attachments } = body('teams')
    expect(type).toBe('message')
    expect(attachments[0].contentType).toBe('application/vnd.microsoft.card.adaptive')
    expect(attachments[0].content).toMatchObject({
      type: 'AdaptiveCard',
      actions: [{ type: 'Action.OpenUrl', url: 'https://dashboard.example.org/dashboard/sync' }],
    })
  })

  test('as JSON is facts with a whole link', () => {
    expect(body('json')).toEqual({
      id: 'message-1',
      purpose: 'notices',
      notices: [{ ...hostile, link: 'https://dashboard.example.org/dashboard/sync' }],
    })
  })
})
