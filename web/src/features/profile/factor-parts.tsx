import type { Factors } from '@dashboard/contract/factors'
import { type FormEvent, type ReactNode, useCallback, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { AskProof } from './factors-queries.ts'

/** What the sections of the panel are given. */
export interface SectionProps {
  factors: Factors
  ask: AskProof
  /** Told of a new second step, with recovery codes if it is the first. */
  onAdded: (added: { recoveryCodes: string[] | null }) => void
}

interface FactorSectionProps {
  title: string
  description: ReactNode
  /** Buttons. */
  action?: ReactNode
  children?: ReactNode
}

export function FactorSection({ title, description, action, children }: FactorSectionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-3">
      <div>
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        <p className="mt-1 text-muted">{description}</p>
      </div>
      {children}
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </section>
  )
}

interface FactorRowProps {
  name: string
  createdAt: string
  lastUsedAt: string | null
  onRemove: () => void
}

export function FactorRow({ name, createdAt, lastUsedAt, onRemove }: FactorRowProps) {
  return (
    <li className="flex items-center justify-between gap-3 border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">
          {lastUsedAt !== null ? (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          ) : (
            'Not used yet'
          )}
          {' · '}
          Added <RelativeTime at={createdAt} />
        </p>
      </div>
      <Button className="shrink-0" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

/** What a dialog shows; it stays while the dialog fades out. */
export function useShown<T>() {
  const [shown, setShown] = useState<{ value: T | undefined; isOpen: boolean; turn: number }>({
    value: undefined,
    isOpen: false,
    turn: 0,
  })
  const show = useCallback(
    (value: T) => setShown(({ turn }) => ({ value, isOpen: true, turn: turn + 1 })),
    [],
  )
  const close = useCallback(() => setShown((last) => ({ ...last, isOpen: false })), [])
  return { ...shown, show, close }
}

interface OneField {
  /** Whether the form was last submitted without it. */
  isMissing: boolean
  submit: (event: FormEvent<HTMLFormElement>) => void
  /** Called by a form that now asks for something else. */
  reset: () => void
}

/**
 * A form with one field, which must be filled in: what was typed is handed on as it is; where that is nothing,
 * the field gets the focus.
 */
export function useOneField(name: string, onSubmit: (text: string) => void): OneField {
  const [isMissing, setIsMissing] = useState(false)
  return {
    isMissing,
    submit(event) {
      event.preventDefault()
      const form = event.currentTarget
      const text = String(new FormData(form).get(name))
      const isBlank = text.trim() === ''
      setIsMissing(isBlank)
      if (isBlank) form.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
      else onSubmit(text)
    },
    reset: () => setIsMissing(false),
  }
}
