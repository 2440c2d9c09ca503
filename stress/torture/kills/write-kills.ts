import { createUser, updateUser } from '@dashboard/contract/accounts'
import {
  confirmLogoUpload,
  getBrandSettings,
  requestLogoUpload,
  updateBrandSettings,
} from '@dashboard/contract/brand'
import type { KillBench } from './kill-bench.ts'
import type { Scenario } from './scenario.ts'

let logoCount = 0

/** Kills the three steps of saving a logo: the old or the new logo is shown, and its file exists. */
export const logoKills: Scenario = {
  name: 'logo',
  share: 0.08,
  victims: ['server'],
  changes: ['brand_settings'],
  aim: 'anywhere',
  windowMs: 80,
  async begin(bench) {
    logoCount += 1
    const before = await shownLogo(bench)
    const next = `logo-${logoCount}.svg`
    let acknowledged = false
    return {
      waitsForRunner: false,
      async work() {
        acknowledged = await uploadLogo(bench, next)
      },
      problemsWhenKilled: () => [],
      async problemsWhenSettled() {
        const shown = await shownLogo(bench)
        if (shown === 'missing') return ['the logo that is shown has no file']
        if (shown === next) return []
        return shown === before && !acknowledged ? [] : ['another logo than the acknowledged one']
      },
    }
  },
}

/** Kills consecutive changes of accounts and colors: each acknowledged change must be stored. */
export const accountKills: Scenario = {
  name: 'accounts and colors',
  share: 0.08,
  victims: ['server'],
  changes: ['users', 'brand_settings'],
  aim: 'anywhere',
  windowMs: 800,
  async begin(bench) {
    const names = new Map<string, { acknowledged: string; asked: string }>()
    const zoom = { acknowledged: 0, asked: 0 }
    return {
      waitsForRunner: false,
      async work() {
        for (let round = 0; round < 3; round += 1) {
          await changeZoom(bench, zoom)
          await changeAccount(bench, names)
        }
      },
      problemsWhenKilled: () => [],
      async problemsWhenSettled(_, settled) {
        const users = settled.get('users') ?? []
        const [brand] = settled.get('brand_settings') ?? []
        const lost = [...names].filter(([username, { acknowledged, asked }]) => {
          const found = users.find((user) => user.username === username)
          return found
            ? ![acknowledged, asked].includes(String(found.lastName))
            : acknowledged !== ''
        })
        const shown = Number(brand?.logoZoom)
        const zoomIsKept =
          zoom.acknowledged === 0 || [zoom.acknowledged, zoom.asked].includes(shown)
        return [
          ...lost.map(([username]) => `what was acknowledged for ${username} is lost`),
          ...(zoomIsKept ? [] : [`logo size ${shown}, acknowledged ${zoom.acknowledged}`]),
        ]
      },
    }
  },
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'

async function uploadLogo(bench: KillBench, fileName: string): Promise<boolean> {
  const { api, url } = bench
  const file = { fileName, fileSize: drawing.length, mimeType: 'image/svg+xml' as const }
  const { uploadUrl, logoId } = (await api.call(requestLogoUpload, { body: file })).body
  const sent = await fetch(new URL(uploadUrl, url), {
    method: 'PUT',
    headers: { 'content-type': file.mimeType },
    body: drawing,
  })
  if (!sent.ok) throw new Error(`The logo was refused: ${await sent.text()}`)
  return (await api.call(confirmLogoUpload, { params: { logoId }, body: file })).status === 200
}

/** Returns the name of the logo that is shown, `none`, or `missing` when the logo has no file. */
async function shownLogo(bench: KillBench): Promise<string> {
  const { brandSettings } = (await bench.api.call(getBrandSettings)).body
  if (!brandSettings?.logoUrl) return 'none'
  const file = await bench.readLogo(brandSettings.logoUrl)
  return file ? (brandSettings.logoFileName ?? 'none') : 'missing'
}

async function changeZoom(
  bench: KillBench,
  zoom: { acknowledged: number; asked: number },
): Promise<void> {
  zoom.asked = Math.round(bench.random.between(0.5, 1.5) * 100) / 100
  const { status } = await bench.api.call(updateBrandSettings, {
    params: { id: 'default' },
    body: { logoZoom: zoom.asked },
  })
  if (status === 200) zoom.acknowledged = zoom.asked
}

async function changeAccount(
  bench: KillBench,
  names: Map<string, { acknowledged: string; asked: string }>,
): Promise<void> {
  const username = `user-${Math.floor(bench.random.between(1e8, 1e9))}`
  const state = { acknowledged: '', asked: 'Ortega' }
  names.set(username, state)
  const account = { username, password: 'correct horse', firstName: 'Mia', lastName: 'Ortega' }
  const created = await bench.api.call(createUser, { body: account })
  if (created.status !== 201) throw new Error(`No account: ${JSON.stringify(created.body)}`)
  state.acknowledged = 'Ortega'
  state.asked = 'Ortega Two'
  const changed = await bench.api.call(updateUser, {
    params: { id: created.body.user.id },
    body: { lastName: state.asked },
  })
  if (changed.status === 200) state.acknowledged = state.asked
}
