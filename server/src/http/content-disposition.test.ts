import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { attachment } from './content-disposition.ts'

it('gives a plain name in both forms', () => {
  expect(attachment('Circuit NY-1.pdf')).toBe(
    `attachment; filename="Circuit NY-1.pdf"; filename*=UTF-8''Circuit%20NY-1.pdf`,
  )
})

it.each(['東京 "A".pdf', 'a\r\nSet-Cookie: x=1.pdf', '100%.pdf', "O'Brien (2).pdf", '\ud800.pdf'])(
  'turns %j into a header that Node accepts',
  (name) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.setHeader('content-disposition', attachment(name))
    expect(attachment(name)).not.toMatch(/[^\x20-\x7e]/)
    const encoded = /filename\*=UTF-8''(.*)$/.exec(attachment(name))?.[1] ?? ''
    expect(decodeURIComponent(encoded)).toBe(name.toWellFormed())
  },
)
