import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useIsNarrow } from './media-query.ts'

interface CardProps {
  /** The card's heading; a card with a title is a region of that name. */
  title?: ReactNode
  description?: ReactNode
  /** Shown to the right of the title. */
  actions?: ReactNode
  className?: string
  /** Without a surface: a section below the card that its page is about. */
  isPlain?: boolean
  children?: ReactNode
}

export function Card({ className, isPlain, children, ...head }: CardProps) {
  const titleId = useId()
  const { title, actions } = head
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={classNames(
        'flex min-w-0 flex-col gap-4',
        isPlain ? 'border-t pt-5' : 'card-surface bg-card',
        className,
      )}
    >
      {(title !== undefined || actions !== undefined) && <CardHead {...head} titleId={titleId} />}
      {children}
    </section>
  )
}

type CardHeadProps = Pick<CardProps, 'title' | 'description' | 'actions'> & { titleId: string }

function CardHead({ title, description, actions, titleId }: CardHeadProps) {
  return (
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
  )
}

interface CollapsibleSectionProps extends Pick<CardProps, 'description' | 'actions' | 'children'> {
  title: string
  /** Something in it needs to be seen, so it is opened. */
  isUrgent?: boolean
}

/** A section below the card that its page is about; on a phone one line, which can be opened. */
export function CollapsibleSection({ isUrgent = false, ...props }: CollapsibleSectionProps) {
  const titleId = useId()
  const details = useRef<HTMLDetailsElement>(null)
  const isNarrow = useIsNarrow()
  useEffect(() => {
    if (isUrgent && isNarrow && details.current) details.current.open = true
  }, [isUrgent, isNarrow])
  if (!isNarrow) return <Card isPlain {...props} />
  const { title, description, actions, children } = props
  return (
    <section aria-labelledby={titleId} className="min-w-0 border-t">
      <details ref={details} className="group">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control">
          <h2 id={titleId} className="text-base font-semibold">
            {title}
          </h2>
          <ChevronDown className="size-4 text-muted group-open:rotate-180" />
        </summary>
        <div className="flex flex-col gap-4 pt-1 pb-2">
          {description !== undefined && <p className="text-muted">{description}</p>}
          {children}
          {actions}
        </div>
      </details>
    </section>
  )
}
