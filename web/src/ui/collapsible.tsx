import { type ReactNode, useState } from 'react'

interface CollapsibleProps {
  summary: ReactNode
  className?: string
  summaryClassName: string
  children: ReactNode
}

/**
 * Shows a part of a page that is collapsed at first. Its content is rendered only once it is opened, since it may be
 * most of the page.
 */
export function Collapsible({ summary, className, summaryClassName, children }: CollapsibleProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      className={className}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className={`flex min-h-control cursor-pointer items-center ${summaryClassName}`}>
        {summary}
      </summary>
      {wasOpened && children}
    </details>
  )
}
