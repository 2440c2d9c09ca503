/**
 * Loaded before a server (`node --import`): its clock shows `FAST_CLOCK_SHOWS` at the moment `FAST_CLOCK_SINCE` and runs
 * twenty times as fast, and so do its timers. Time goes on over restarts.
 */

const speed = 20
const RealDate = Date
const since = Number(process.env.FAST_CLOCK_SINCE)
const shown = Number(process.env.FAST_CLOCK_SHOWS)
const now = () => shown + Math.round((RealDate.now() - since) * speed)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

for (const name of ['setTimeout', 'setInterval'] as const) {
  const timer = new Proxy<object>(globalThis[name], {
    apply: (target, self, [work, ms, ...rest]) =>
      Reflect.apply(target as typeof setTimeout, self, [work, Number(ms ?? 0) / speed, ...rest]),
  })
  Object.assign(globalThis, { [name]: timer })
}
