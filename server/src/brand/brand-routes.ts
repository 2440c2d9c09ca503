import { getBrandSettings, updateBrandSettings } from '@dashboard/contract/brand'
import { findBrand } from '@dashboard/store/brand-settings'
import { inTransaction } from '@dashboard/store/database/transactions'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/endpoint-routes.ts'
import { changeBrand, toBrandColumns, toBrandSettings } from './brand-queries.ts'
import { logoRoutes } from './logo-routes.ts'
import type { UploadDependencies } from './logo-uploads.ts'

export function brandRoutes(
  app: FastifyInstance,
  { db, files, key, drawLogo }: Omit<UploadDependencies, 'onError'>,
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
