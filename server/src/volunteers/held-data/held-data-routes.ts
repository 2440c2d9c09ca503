import type { Readable } from 'node:stream'
import { localDay } from '@dashboard/contract/local-time'
import { exportVolunteer } from '@dashboard/contract/volunteers'
import { nowIso } from '@dashboard/store/database/column-values'
import type { Db } from '@dashboard/store/database/open-database'
import type { FastifyInstance } from 'fastify'
import { ZipFile } from 'yazl'
import { nameAndUsername } from '../../http/access-check.ts'
import { notFound } from '../../http/app-error.ts'
import { attachment, downloadName } from '../../http/content-disposition.ts'
import { route } from '../../http/endpoint-routes.ts'
import type { VolunteerIndex } from '../search/build-index.ts'
import { readHeldData } from './held-data.ts'
import { heldDataPage } from './held-data-page.ts'

/**
 * Adds the route for everything that is held about one person, for administrators
 * (docs/privacy.md#everything-about-one-person).
 */
export function heldDataRoutes(
  app: FastifyInstance,
  { db, readIndex }: { db: Db; readIndex: () => Promise<VolunteerIndex> },
): void {
  route(app, exportVolunteer, async ({ params: { id }, user, reply, audit }) => {
    const held = await readHeldData(db, id, await readIndex())
    if (!held) throw notFound('Volunteer')
    await audit(db, 'volunteer.export', { subject: `volunteer:${id}` })
    const made = { at: nowIso(), by: nameAndUsername(user) }
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from(heldDataPage(held, made)), 'index.html')
    const json = `${JSON.stringify({ madeAt: made.at, madeBy: made.by, ...held }, null, 2)}\n`
    zip.addBuffer(Buffer.from(json), 'data.json')
    zip.end()
    // The file's name does not name the person, since the file may lie in a folder that others see.
    const name = downloadName(`Person-${id.slice(0, 8)}`, 'zip', localDay(made.at))
    return reply
      .type('application/zip')
      .header('content-disposition', attachment(name))
      .send(zip.outputStream as Readable)
  })
}
