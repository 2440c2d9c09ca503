import type { ReactNode } from 'react'
import { useId } from 'react'
import { classNames } from './class-names.ts'

interface CardProps {
  /** The card's heading; a card with a title is a region of that name. */
  title?: ReactNode
  description?: ReactNode
  /** Shown to the right of the title. */
  actions?: ReactNode
  className?: string
  /** Has no surface of its own: a section below the card that its page is about. */
  isPlain?: boolean
  children?: ReactNode
}

export function Card({ title, description, actions, className, isPlain, children }: CardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={classNames(
        'flex min-w-0 flex-col gap-4',
        isPlain ? 'border-t pt-5' : 'card-surface bg-card',
        className,
      )}
    >
      {(title !== undefined || actions !== undefined) && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            {title !== undefined && (
              <h2 id={titleId} className="text-base font-semibold">
                {title}
              </h2>
            )}
            {description !== undefined && <p className="mt-1 text-muted">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
