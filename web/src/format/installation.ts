import { installation } from '@dashboard/contract/installation'

// As the server has written it into the page. Without a page, as in tests, all is as by default.
const written = globalThis.document?.documentElement.dataset.installation
if (written) Object.assign(installation, JSON.parse(written))

/** What people call the system that volunteers come from: 'Locust'. */
export const { outsideSystem } = installation

export const { isDemo } = installation

/** What the page is called that brings volunteers from there. */
export const syncPageName = `${outsideSystem} Sync`
