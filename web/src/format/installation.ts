import { installation } from '@dashboard/contract/installation'

// The settings that the server has written into the page. Without a page, as in tests, defaults apply.
const written = globalThis.document?.documentElement.dataset.installation
if (written) Object.assign(installation, JSON.parse(written))

/** The name of the system that volunteers come from: 'Locust'. */
export const { outsideSystem } = installation

/** The name of the page that imports volunteers from that system. */
export const syncPageName = `${outsideSystem} Sync`
