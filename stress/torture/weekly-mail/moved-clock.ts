/**
 * Loaded before a server (`node --import`): its wall clock shows `CLOCK_SHOWS` when it starts, and goes on from there.
 * The rounds of its loops follow each other twenty times as fast; time-outs of connections, which are shorter, stay as
 * they are.
 */

const shortestRoundMs = 15_000
const speed = 20
const RealDate = Date
const ahead = Number(process.env.CLOCK_SHOWS) - RealDate.now()
const now = () => RealDate.now() + ahead

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

for (const name of ['setTimeout', 'setInterval'] as const) {
  const timer = new Proxy<object>(globalThis[name], {
    apply(target, self, [work, given, ...rest]) {
      const ms = Number(given ?? 0)
      const wait = ms < shortestRoundMs ? ms : ms / speed
      return Reflect.apply(target as typeof setTimeout, self, [work, wait, ...rest])
    },
  })
  Object.assign(globalThis, { [name]: timer })
}
