import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  /** One sentence that says what will appear here. */
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex animate-appear flex-col items-center gap-2 px-4 py-10 text-center">
      {icon !== undefined && <div className="text-muted [&_svg]:size-8">{icon}</div>}
      <p className="font-medium">{title}</p>
      {children !== undefined && <p className="max-w-sm text-muted">{children}</p>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  )
}

/** Shown in place of a page that the server does not support. */
export function Unsupported() {
  return (
    <EmptyState title="This server does not offer it">The other pages work as usual.</EmptyState>
  )
}
