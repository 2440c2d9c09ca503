import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** A part of the app whose code is loaded separately. Once it is loaded, the part renders without waiting. */
export interface Part<Props> {
  get: () => ComponentType<Props> | undefined
  load: () => Promise<void>
  /** Loads the code before it is needed; if that fails, `load` tries again. */
  prepare: () => Promise<void>
}

export function partOf<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const start = async () => {
    loaded = await load()
  }
  const part: Part<Props> = {
    get: () => loaded,
    load: () => {
      loading ??= start()
      return loading
    },
    prepare: () =>
      part.load().catch(() => {
        loading = undefined
      }),
  }
  return part
}

/**
 * Returns a part that no page needs for its first view, such as a dialog's content: it is loaded when the browser is
 * idle, or earlier when it is needed (docs/decisions/0031-page-weight.md).
 */
export function onDemand<Props>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  const part = partOf(load)
  whenIdle(part.prepare)
  return part
}

/** Returns the component, or `undefined` while it is not wanted or not loaded yet. */
export function useOnDemand<Props>(
  part: Part<Props>,
  isWanted: boolean,
): ComponentType<Props> | undefined {
  const [, setOutcome] = useState<'loaded'>()
  const isMissing = isWanted && part.get() === undefined
  useEffect(() => {
    if (!isMissing) return
    const fail = (error: unknown) =>
      // Thrown while rendering, so that the page's boundary shows the failure and offers to reload.
      setOutcome(() => {
        throw error
      })
    part.load().then(() => setOutcome('loaded'), fail)
  }, [part, isMissing])
  return isWanted ? part.get() : undefined
}

/** Returns whether something was open at least once: a rendered part stays, so that it can fade out. */
export function useWasOpen(isOpen: boolean): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen
}
