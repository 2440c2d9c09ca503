import { isIPv6 } from 'node:net'

/**
 * Returns what throttling counts as one address: an IPv4 address, also when written as IPv6, and the first 64 bits of
 * an IPv6 address, since one customer has all addresses below them.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [address = ip] = ip.split('%')
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const front = splitGroups(head)
  const back = splitGroups(tail ?? '')
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const prefix = [...front, ...zeros, ...back].slice(0, 4)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

function splitGroups(part: string): string[] {
  return part === '' ? [] : part.split(':')
}
