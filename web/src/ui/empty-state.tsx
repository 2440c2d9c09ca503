import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  /** Shows the shape of a list above. */
  isList?: boolean
  title: string
  /** One sentence: what will be here. */
  children?: ReactNode
  /** The one action that makes it so. */
  action?: ReactNode
}

export function EmptyState({ icon, isList, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex animate-appear flex-col items-center gap-2 px-4 py-10 text-center">
      {isList && <div aria-hidden className="empty-rows" />}
      {icon !== undefined && <div className="text-muted [&_svg]:size-8">{icon}</div>}
      <p className="font-medium">{title}</p>
      {children !== undefined && <p className="max-w-sm text-muted">{children}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** In the place of what the server of this page does not have. */
export function NotOffered() {
  return (
    <EmptyState title="This server does not offer it">The other pages work as ever.</EmptyState>
  )
}
