import { deleteUser, listUsers, type User, updateUser } from '@dashboard/contract/accounts'
import { userIdOf } from '@dashboard/doubles/clients/known-values'
import { createAccountWith } from '../../../e2e/accounts.ts'
import { type ApiClient, signInByApi } from '../../../e2e/api-client.ts'
import { countIn, type RaceContext, type RaceOutcome } from './race.ts'

const password = 'a long password'

/**
 * Lets two administrators edit one user at the same time: fields of both must be stored, and a field that both set must
 * have one of the two values.
 */
export async function edits({ api, dashboard }: RaceContext, rounds: number): Promise<RaceOutcome> {
  const outcome: RaceOutcome = { problems: [], counts: {} }
  const name = `edits-${Date.now()}`
  await createAccountWith(api, { username: `${name}-bea`, password, role: 'admin' })
  const bea = await signInByApi(dashboard, { username: `${name}-bea`, password })
  const { id } = await createAccountWith(api, { username: name, password })
  const edit = (by: ApiClient, body: object) => by.call(updateUser, { params: { id }, body })
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all([
      edit(api, { firstName: `First ${round}`, username: `${name}-a` }),
      edit(bea, { lastName: `Last ${round}`, username: `${name}-b` }),
    ])
    const user = (await api.call(listUsers)).body.users.find((each) => each.id === id)
    const isWhole = user?.firstName === `First ${round}` && user.lastName === `Last ${round}`
    const last = answers.filter(({ body }) => body.user?.username === user?.username)
    if (!isWhole || last.length !== 1) {
      outcome.problems.push(`round ${round}: ${JSON.stringify([user, ...answers])}`)
    }
    countIn(outcome.counts, user?.username === `${name}-a` ? 'first' : 'second')
  }
  return outcome
}

type Way = (by: ApiClient, whom: User) => Promise<{ status: number }>

const ways: Way[] = [
  (by, { id }) => by.call(deleteUser, { params: { id } }),
  (by, { id }) => by.call(updateUser, { params: { id }, body: { role: 'user' } }),
  (by, { id }) => by.call(updateUser, { params: { id }, body: { isActive: false } }),
]

/**
 * Lets the last two administrators delete, demote or deactivate each other at the same time: one must remain and be
 * able to act.
 */
export async function lastTwo(course: RaceContext, rounds: number): Promise<RaceOutcome> {
  const outcome: RaceOutcome = { problems: [], counts: {} }
  let { api } = course
  for (let round = 0; round < rounds; round += 1) {
    const username = `last-${Date.now()}-${round}`
    await createAccountWith(api, { username, password, role: 'admin' })
    const other = await signInByApi(course.dashboard, { username, password })
    const [one, two] = await keepTwo(api, username)
    const first = pickWay(course)
    const second = pickWay(course)
    const answers = await Promise.all([first(api, two), second(other, one)])
    const successes = answers.filter(({ status }) => status === 200).length
    const survivor = answers[0]?.status === 200 ? api : other
    const { status, body } = await survivor.call(listUsers)
    const left = status === 200 ? body.users.filter(isAdmin) : []
    if (successes !== 1 || left.length !== 1) {
      outcome.problems.push(`round ${round}: ${successes} succeeded, ${left.length} remain`)
      return outcome
    }
    countIn(outcome.counts, survivor === api ? 'first' : 'second')
    api = survivor
  }
  return outcome
}

function pickWay({ random }: RaceContext): Way {
  const way = ways[Math.floor(random() * ways.length)]
  if (!way) throw new Error('There is no such way')
  return way
}

function isAdmin({ role, isActive }: User): boolean {
  return role === 'admin' && isActive
}

/** Deletes all administrators except the caller and the named one, and returns these two. */
async function keepTwo(api: ApiClient, username: string): Promise<[User, User]> {
  const admins = (await api.call(listUsers)).body.users.filter(isAdmin)
  const named = admins.find((user) => user.username === username)
  const asking = admins.find(({ id }) => id === userIdOf(api.token))
  if (!named || !asking) throw new Error('One of the two administrators is missing')
  for (const user of admins) {
    if (user !== named && user !== asking) await api.call(deleteUser, { params: { id: user.id } })
  }
  return [asking, named]
}
