import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import {
  confirmLogoUpload,
  deleteLogo,
  getLogo,
  requestLogoUpload,
  setLogoStatus,
  uploadLogo,
} from '@dashboard/contract/brand'
import { findBrand } from '@dashboard/store/brand-settings'
import { fromFlag, toFlag } from '@dashboard/store/database/column-values'
import { inTransaction } from '@dashboard/store/database/transactions'
import { logoKey, logoKeyOf } from '@dashboard/store/files/logo-files'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, notFound, tooLarge, unsupportedType } from '../http/app-error.ts'
import { route } from '../http/endpoint-routes.ts'
import { changeBrand, toBrandSettings } from './brand-queries.ts'
import * as service from './logo-service.ts'
import { confirmUpload, issueTicket, storeUpload, type UploadDependencies } from './logo-uploads.ts'
import { readTicket, type UploadTicket } from './upload-ticket.ts'

/** Adds the routes that upload a logo in three steps, serve, show and delete it (docs/brand.md). */
export function logoRoutes(app: FastifyInstance, dependencies: UploadDependencies): void {
  const { db } = dependencies

  route(app, requestLogoUpload, ({ body, user }) => issueTicket(dependencies, body, user))

  route(app, uploadLogo, async ({ params, body, request }) => {
    const ticket = await readTicket(dependencies.key, params.ticket)
    requireType(request, ticket)
    await storeUpload(dependencies, ticket, await receiveUpload(body, ticket))
    return { message: 'The logo was received.' }
  })

  route(app, confirmLogoUpload, async ({ params, body, user, audit }) => {
    const by = { user, audit }
    const row = await confirmUpload(dependencies, params.logoId, body, by)
    return { brandSettings: toBrandSettings(row), message: 'The logo was uploaded.' }
  })

  route(app, setLogoStatus, async ({ params, body: { isActive }, audit }) => {
    const row = await inTransaction(db, async (tx) => {
      const changed = await changeBrand(tx, params.id, ({ logoUrl }) => {
        if (logoUrl === null) throw notFound('Logo')
        return { isActive: toFlag(isActive) }
      })
      const subject = `brand:${changed.id}`
      await audit(tx, isActive ? 'logo.enable' : 'logo.disable', { subject })
      return changed
    })
    const message = isActive ? 'The custom logo is shown.' : 'The default logo is shown.'
    return { brandSettings: toBrandSettings(row), message }
  })

  route(app, deleteLogo, async ({ params, audit }) => {
    let removed: string | undefined
    await inTransaction(db, async (tx) => {
      const changed = await changeBrand(tx, params.id, (row) => {
        if (row.logoUrl === null) throw notFound('Logo')
        removed = logoKeyOf(row)
        return {
          logoUrl: null,
          logoFileName: null,
          logoFileSize: null,
          logoMimeType: null,
          uploadedBy: null,
          isActive: toFlag(true),
        }
      })
      await audit(tx, 'logo.delete', { subject: `brand:${changed.id}` })
    })
    await service.discard(dependencies, [removed])
    return { message: 'The logo was deleted.' }
  })

  route(app, getLogo, ({ params, reply }) => sendLogo(dependencies, params.fileName, reply))

  app.get('/favicon.ico', { config: { access: 'public' } }, (_request, reply) =>
    sendFavicon(dependencies, reply),
  )
}

/** Sends the favicon, which browsers request by themselves; without an active logo there is none, as on the pages. */
async function sendFavicon(dependencies: service.LogoDependencies, reply: FastifyReply) {
  const row = await findBrand(dependencies.db)
  if (!row?.logoUrl || !fromFlag(row.isActive)) throw notFound('Icon')
  reply.header('cache-control', 'no-cache')
  return sendLogo(dependencies, basename(row.logoUrl), reply)
}

/** Under this policy nothing in a logo runs, loads or embeds, also when it is opened directly. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

const forever = 'public, max-age=31536000, immutable'

async function sendLogo(
  { files }: service.LogoDependencies,
  fileName: string,
  reply: FastifyReply,
) {
  const contentType = service.contentTypeOf(fileName)
  if (contentType === undefined) throw notFound('Logo')
  const file = await files.open(logoKey(fileName))
  if (!file) throw notFound('Logo')
  // Each upload has a different name.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', forever)
  return reply
    .type(contentType)
    .header('content-length', file.size)
    .header('content-security-policy', logoPolicy)
    .send(file.stream)
}

function requireType({ headers }: FastifyRequest, { mimeType }: UploadTicket): void {
  const [sent = ''] = (headers['content-type'] ?? '').split(';')
  if (isoType(sent.trim().toLowerCase()) === isoType(mimeType)) return
  throw unsupportedType(`The upload ticket is for a file of type ${mimeType}.`)
}

function isoType(type: string): string {
  return type === 'image/jpg' ? 'image/jpeg' : type
}

/**
 * Reads an upload of exactly the announced size and stores no byte more: 413 when it is larger, 400 when it is not
 * complete.
 */
async function receiveUpload(
  body: Readable | undefined,
  { fileSize: announcedBytes }: UploadTicket,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  // The stream is not destroyed when the loop breaks: that would close the connection before the answer.
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    received += chunk.length
    if (received > announcedBytes) {
      throw tooLarge(`The file is larger than the ${announcedBytes} bytes that were announced.`)
    }
    chunks.push(chunk)
  }
  if (received < announcedBytes) {
    throw badRequest(
      `The file is not complete: ${received} of ${announcedBytes} bytes arrived. Upload it again.`,
    )
  }
  return Buffer.concat(chunks)
}
