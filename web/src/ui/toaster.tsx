import { toastMs, toastSwipePx } from '@dashboard/contract/limits'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { classNames } from './class-names.ts'

export interface ToastMessage {
  title: string
  description?: string
  variant?: 'default' | 'success' | 'destructive'
}

type ShowToast = (message: ToastMessage) => void

const styles = {
  default: { icon: Info, mark: 'text-running', edge: 'border-l-running' },
  success: { icon: CircleCheck, mark: 'text-success', edge: 'border-l-success' },
  destructive: { icon: CircleAlert, mark: 'text-failed', edge: 'border-l-failed' },
} as const

const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast stands outside Toaster')
})

/** `toast({title, description?, variant?})`; one is visible at a time, a new one takes its place. */
export function useToast(): ShowToast {
  return use(ToastContext)
}

/** Stands once, around the whole app (5 s, swipe right 50 px, F8: docs/behavior.md#page-frame). */
export function Toaster({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ToastMessage & { key: number }>()
  const [isOpen, setIsOpen] = useState(false)
  const show = useCallback<ShowToast>((message) => {
    setShown((previous) => ({ ...message, key: (previous?.key ?? 0) + 1 }))
    setIsOpen(true)
  }, [])
  return (
    <ToastContext value={show}>
      <Primitive.Provider duration={toastMs} swipeDirection="right" swipeThreshold={toastSwipePx}>
        {children}
        {shown && <Toast key={shown.key} message={shown} open={isOpen} onOpenChange={setIsOpen} />}
        <Primitive.Viewport
          hotkey={['F8']}
          className="fixed right-0 bottom-0 z-50 m-0 w-full max-w-104 list-none p-4 outline-none"
        />
      </Primitive.Provider>
    </ToastContext>
  )
}

interface ToastProps {
  message: ToastMessage
  open: boolean
  onOpenChange: (open: boolean) => void
}

function Toast({ message, open, onOpenChange }: ToastProps) {
  const { icon: Icon, mark, edge } = styles[message.variant ?? 'default']
  return (
    <Primitive.Root
      open={open}
      onOpenChange={onOpenChange}
      className={classNames(
        'flex items-start gap-3 rounded-card border border-l-4 bg-surface-raised p-4 pr-2 shadow-float',
        'data-[state=open]:animate-rise data-[state=closed]:animate-vanish',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        'data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-toast-out',
        edge,
      )}
    >
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 grow">
        <Primitive.Title className="font-semibold">{message.title}</Primitive.Title>
        {message.description && (
          <Primitive.Description className="mt-0.5 text-muted">
            {message.description}
          </Primitive.Description>
        )}
      </div>
      <Primitive.Close
        aria-label="Dismiss"
        className="-my-2 flex size-control shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </Primitive.Close>
    </Primitive.Root>
  )
}
