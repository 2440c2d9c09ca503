import { toastMs, toastSwipePx } from '@dashboard/contract/limits'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'

export interface ToastMessage {
  title: string
  description?: string
  /** Shown below the description. */
  detail?: string | undefined
  variant?: 'default' | 'success' | 'destructive'
  /** An action that one press starts; it also closes the toast. */
  action?: { label: string; onPress: () => void }
}

const styles = {
  default: { icon: Info, mark: 'text-running', edge: 'border-l-running' },
  success: { icon: CircleCheck, mark: 'text-success', edge: 'border-l-success' },
  destructive: { icon: CircleAlert, mark: 'text-failed', edge: 'border-l-failed' },
} as const

interface ToastAreaProps extends ToastCardProps {
  /** Another number for each toast, so that its time starts again. */
  toastKey: number
}

/**
 * Shows the area for toasts with the current one (5 s, swipe right 50 px, F8: docs/behavior.md#page-frame). On a phone
 * it is over the header: what is pressed next is below.
 */
export function ToastArea({ toastKey, ...toast }: ToastAreaProps) {
  return (
    <Primitive.Provider duration={toastMs} swipeDirection="right" swipeThreshold={toastSwipePx}>
      <ToastCard key={toastKey} {...toast} />
      <Primitive.Viewport
        hotkey={['F8']}
        // A dialog hides everything outside it from screen readers, except live regions. It is `off`, because a region
        // of its own reads out each toast.
        aria-live="off"
        className="fixed right-0 bottom-0 z-50 m-0 w-full max-w-104 list-none p-4 outline-none max-md:top-0 max-md:bottom-auto max-md:p-2"
      />
    </Primitive.Provider>
  )
}

interface ToastCardProps {
  message: ToastMessage
  open: boolean
  onOpenChange: (open: boolean) => void
}

function ToastCard({ message, open, onOpenChange }: ToastCardProps) {
  const { icon: Icon, mark, edge } = styles[message.variant ?? 'default']
  return (
    <Primitive.Root
      open={open}
      onOpenChange={onOpenChange}
      className={classNames(
        'pointer-events-auto! flex items-start gap-3 rounded-card border border-l-4 bg-surface-raised p-4 pr-2 shadow-float',
        'data-[state=open]:animate-rise data-[state=closed]:animate-vanish',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        'data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-toast-out',
        edge,
      )}
    >
      <Icon className={classNames('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 grow">
        <Primitive.Title className="font-semibold">{message.title}</Primitive.Title>
        {message.description && (
          <Primitive.Description className="mt-0.5 text-muted">
            {message.description}
          </Primitive.Description>
        )}
        {message.detail && <p className="mt-0.5 text-muted">{message.detail}</p>}
      </div>
      {message.action && (
        <Primitive.Action
          altText={message.action.label}
          onClick={message.action.onPress}
          className={buttonClass('secondary', '-my-1.5')}
        >
          {message.action.label}
        </Primitive.Action>
      )}
      <Primitive.Close
        aria-label="Dismiss"
        className="-my-2 flex size-control shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <X className="size-4" />
      </Primitive.Close>
    </Primitive.Root>
  )
}
