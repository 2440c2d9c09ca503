import { tooMany } from '../http/app-error.ts'
import { networkOf } from '../http/network-of.ts'

const atOnce = 2
const waitingPerNetwork = 20
const waitingInAll = 1_000

/** How many computations run, keyed by network; those that wait are kept by network, too. */
const running = new Map<string, number>()
const waiting = new Map<string, (() => void)[]>()

/**
 * Runs a costly computation, at most two at once: more of them would block every file read of the process, which shares
 * their threads. Networks take turns, so that many requests from one address delay another's by no more than what runs
 * already. Throws 429 when too many wait (docs/behavior.md#sessions).
 */
export async function inPasswordQueue<T>(compute: () => Promise<T>, ip = ''): Promise<T> {
  const network = networkOf(ip)
  if (countOf(running.values()) >= atOnce) await waitForTurn(network)
  else raise(network, 1)
  try {
    return await compute()
  } finally {
    raise(network, -1)
    moveToEnd(network)
    startNext()
  }
}

function waitForTurn(network: string): Promise<void> {
  const own = waiting.get(network) ?? []
  const inAll = countOf([...waiting.values()].map(({ length }) => length))
  if (own.length >= waitingPerNetwork || inAll >= waitingInAll) {
    throw tooMany('Too many people are logging in right now. Please try again in a moment.', 2)
  }
  waiting.set(network, own)
  return new Promise((resolve) => own.push(resolve))
}

/**
 * Starts the next computation: of the network with the fewest running, and among several of the one that was served
 * longest ago.
 */
function startNext(): void {
  const runningOf = (network: string) => running.get(network) ?? 0
  const [network] = [...waiting.keys()].sort((one, other) => runningOf(one) - runningOf(other))
  if (network === undefined) return
  const [start, ...rest] = waiting.get(network) ?? []
  if (rest.length > 0) waiting.set(network, rest)
  else waiting.delete(network)
  // The count is raised before the computation resumes, so that no other call takes the place.
  raise(network, 1)
  start?.()
}

function moveToEnd(network: string): void {
  const own = waiting.get(network)
  if (own === undefined) return
  waiting.delete(network)
  waiting.set(network, own)
}

function raise(network: string, by: number): void {
  const count = (running.get(network) ?? 0) + by
  if (count === 0) running.delete(network)
  else running.set(network, count)
}

function countOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, number) => sum + number, 0)
}
