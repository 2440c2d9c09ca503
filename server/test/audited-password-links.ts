import type { AuditedServer, Scenario } from './audited-server.ts'
import { takeLinkUp, tokenOf } from './password-links.ts'
import { activeUser } from './users.ts'

/** The entries of the audit log about links to set a password. */

async function madeLink({ db, call }: AuditedServer) {
  const { id } = await activeUser(db, { username: 'uma' })
  const made = await call('POST', `/api/users/${id}/link`, {})
  return { subject: `user:${id}`, token: tokenOf(made.json().link.address) }
}

export const linkScenarios: Record<string, Scenario> = {
  async inviteUser({ call }) {
    const account = { username: 'new', firstName: 'N', lastName: 'U' }
    const answer = await call('POST', '/api/users/invitations', account)
    const subject = `user:${answer.json().user.id}`
    const created = { username: 'new', role: 'user', isActive: true }
    const linked = { username: 'new', kind: 'invitation', byMail: false }
    return [
      { action: 'user.create', subject, details: created },
      { action: 'user.link', subject, details: linked },
    ]
  },
  async makePasswordLink(setup) {
    const { subject } = await madeLink(setup)
    const details = { username: 'uma', kind: 'reset', byMail: false }
    return [{ action: 'user.link', subject, details }]
  },
  async usePasswordLink(setup) {
    const { subject, token } = await madeLink(setup)
    await setup.db.deleteFrom('audit_log').execute()
    await takeLinkUp(setup, token)
    // The second call finds the link used.
    await takeLinkUp(setup, token)
    const { id } = await setup.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '!=', setup.adaId)
      .executeTakeFirstOrThrow()
    const actor = 'Uma User (uma)'
    return [
      { action: 'account-link.use', subject, actor, details: { username: 'uma', kind: 'reset' } },
      { action: 'session.create', subject: `session:${id}`, actor, details: { by: 'link' } },
    ]
  },
}
