import { getBrandSettings, updateBrandSettings } from '@dashboard/contract/brand'
import { findBrand } from '@dashboard/store/brand-settings'
import type { Db } from '@dashboard/store/database/open-database'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FileStore } from '@dashboard/store/files/file-store'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { changeBrand, toBrandColumns, toBrandSettings } from './brand-queries.ts'
import type { DrawLogo } from './logo-picture.ts'
import { logoRoutes } from './logo-routes.ts'

interface Dependencies {
  db: Db
  files: FileStore
  /** Signs upload tickets. */
  key: Uint8Array
  drawLogo: DrawLogo
}

export function brandRoutes(
  app: FastifyInstance,
  { db, files, key, drawLogo }: Dependencies,
): void {
  const onError = (error: unknown, message: string) => app.log.warn({ err: error }, message)
  logoRoutes(app, { db, files, key, drawLogo, onError })

  route(app, getBrandSettings, async () => {
    const row = await findBrand(db)
    return { brandSettings: row ? toBrandSettings(row) : null }
  })

  route(app, updateBrandSettings, async ({ params, body, audit }) => {
    const row = await inTransaction(db, async (tx) => {
      const changed = await changeBrand(tx, params.id, (before) => toBrandColumns(body, before))
      const { colors = {}, ...others } = body
      const details = { fields: [...Object.keys(colors), ...Object.keys(others)] }
      await audit(tx, 'brand.update', { subject: `brand:${changed.id}`, details })
      return changed
    })
    return { brandSettings: toBrandSettings(row), message: 'The brand settings were saved.' }
  })
}
