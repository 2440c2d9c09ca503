import type { FastifyInstance } from 'fastify'
import { conflict } from '../http/app-error.ts'

/**
 * Whether visitors of a demo may make a call other than GET: calls that show how the dashboard works are `open`;
 * accounts, settings, messages, and anything that strangers could bring in are `closed`. A call that is not listed here
 * is refused.
 */
export const demoCalls: Readonly<Record<string, 'open' | 'closed'>> = {
  // Signing in and out. In a demo there are no links, passkeys or codes that these calls could use.
  login: 'open',
  logout: 'open',
  takeSecondStep: 'open',
  beginPasskeySignIn: 'open',
  signInWithPasskey: 'open',
  confirmSession: 'open',
  confirmByPasskey: 'open',
  startOpenIdSignIn: 'closed',
  finishOpenIdSignIn: 'closed',
  openSignInLink: 'closed',
  openPasswordLink: 'closed',
  usePasswordLink: 'closed',

  // The account that all visitors share.
  updateProfile: 'closed',
  changePassword: 'closed',
  replaceLostPassword: 'closed',
  endSession: 'closed',
  endOtherSessions: 'closed',
  beginTotp: 'closed',
  finishTotp: 'closed',
  deleteTotp: 'closed',
  renewRecoveryCodes: 'closed',
  beginPasskey: 'closed',
  addPasskey: 'closed',
  deletePasskey: 'closed',
  startOpenIdLink: 'closed',
  finishOpenIdLink: 'closed',
  removeOpenIdLink: 'closed',
  createToken: 'closed',
  revokeToken: 'closed',
  saveNoticeChoices: 'closed',
  markNoticesRead: 'open',

  // Other users.
  createUser: 'closed',
  updateUser: 'closed',
  setUserPassword: 'closed',
  deleteUser: 'closed',
  inviteUser: 'closed',
  makePasswordLink: 'closed',
  resetFactors: 'closed',
  revokeUserToken: 'closed',
  endUserSessions: 'closed',

  // Settings.
  updateBrandSettings: 'closed',
  requestLogoUpload: 'closed',
  uploadLogo: 'closed',
  confirmLogoUpload: 'closed',
  setLogoStatus: 'closed',
  deleteLogo: 'closed',
  createSchedule: 'closed',
  updateSchedule: 'closed',
  deleteSchedule: 'closed',
  resumeSchedules: 'closed',
  setAutoSync: 'closed',
  testNoticeChannel: 'closed',
  startGithubCheck: 'closed',
  saveColumnMatch: 'closed',
  deleteColumnMatch: 'closed',

  // Sheets of visitors would contain people who are not invented.
  uploadSheet: 'closed',
  importUpload: 'closed',
  reviewUpload: 'closed',

  // Syncs, jobs and reports.
  startExport: 'open',
  startExportAndImport: 'open',
  importSheet: 'open',
  reviewImport: 'open',
  applyImport: 'open',
  syncJob: 'open',
  syncJobs: 'open',
  syncJobsNow: 'open',
  cancelJob: 'open',
  cancelAllJobs: 'open',
  retryJob: 'open',
  dismissJob: 'open',
  clearCompletedJobs: 'open',
  startCircuitReport: 'open',
  startCongregationReport: 'open',
  downloadReports: 'open',
  deleteReport: 'open',
  deleteReports: 'open',
  deleteAllReports: 'open',

  // Volunteers and call lists. The name that a visitor gives a filter is shown to all others, so saving one is closed.
  startVolunteerList: 'open',
  saveFilters: 'closed',
  deleteSavedFilters: 'closed',
  openCallList: 'open',
  setCallOutcome: 'open',
  deleteCallList: 'open',
}

/** Refuses the calls that are closed, for callers whom `guardAccess` has let in: call it after that. */
export function refuseInDemo(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, routeOptions }) => {
    const { endpoint } = routeOptions.config
    if (endpoint === undefined || method === 'GET' || method === 'HEAD') return
    if (demoCalls[endpoint] !== 'open') throw demoRefused()
  })
}

/** Returns 409, since the web logs its user out on 401 and 403. */
function demoRefused() {
  return conflict('This cannot be changed in the demo, which everybody shares.')
}
