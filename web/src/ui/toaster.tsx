import { toastMs, toastSwipePx } from '@dashboard/contract/limits'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useState } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'

export interface ToastMessage {
  title: string
  description?: string
  detail?: string | undefined
  variant?: 'default' | 'success' | 'destructive'
  /** An action that one press starts; it also closes the toast. */
  action?: { label: string; onPress: () => void }
}

type ShowToast = (message: ToastMessage) => void

const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast is used outside Toaster')
})

/** Returns `toast({title, description?, variant?})`; only one toast is visible at a time, and a new one replaces it. */
export function useToast(): ShowToast {
  return use(ToastContext)
}

/**
 * Holds the toast (5 s, swipe right 50 px, F8); rendered once, around the whole app. On a
 * phone, where it is as wide as the window, it stands above what is pressed at the lower edge.
 */
export function Toaster({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ message: ToastMessage; number: number }>()
  const show = useCallback(
    (message: ToastMessage) => setShown((last) => ({ message, number: (last?.number ?? 0) + 1 })),
    [],
  )
  const roomBelow = useRoomBelow(shown?.number)
  return (
    <ToastContext value={show}>
      {children}
      {shown && (
        <Primitive.Provider duration={toastMs} swipeDirection="right" swipeThreshold={toastSwipePx}>
          {/* Another key for each toast, so that its time starts again. */}
          <Toast key={shown.number} message={shown.message} />
          <Primitive.Viewport
            hotkey={['F8']}
            // A dialog hides everything outside it from screen readers, except live regions. It is `off`, because a
            // region of its own reads out each toast.
            aria-live="off"
            style={{ marginBottom: roomBelow }}
            className="print:hidden fixed right-0 bottom-0 z-50 m-0 w-full max-w-104 list-none p-4 outline-none max-md:p-2 md:mb-0!"
          />
        </Primitive.Provider>
      )}
    </ToastContext>
  )
}

/**
 * What is pressed at the lower edge: bars and the buttons of dialogs, which are marked, and the button just pressed.
 */
const pressedBelow = '[data-lower-edge], button:focus'
/** The most that a toast covers of the lower edge. */
const coveredPx = 160

/** Returns how many pixels above the window's lower edge a toast covers nothing that is pressed. */
function useRoomBelow(toast: number | undefined): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (toast === undefined) return
    const pressed = [...document.querySelectorAll(pressedBelow)]
    const heightAtEdge = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      const isAtEdge = top < innerHeight && bottom > innerHeight - coveredPx
      return isAtEdge ? innerHeight - top : 0
    }
    const place = () => setRoom(Math.max(0, ...pressed.map(heightAtEdge)))
    place()
    // A bar grows when it shows what was started.
    const observer = new ResizeObserver(place)
    for (const element of pressed) observer.observe(element)
    return () => observer.disconnect()
  }, [toast])
  return room
}

const styles = {
  default: { icon: Info, mark: 'text-running', edge: 'border-l-running' },
  success: { icon: CircleCheck, mark: 'text-success', edge: 'border-l-success' },
  destructive: { icon: CircleAlert, mark: 'text-failed', edge: 'border-l-failed' },
} as const

function Toast({ message }: { message: ToastMessage }) {
  const { title, description, detail, variant = 'default', action } = message
  const { icon: Icon, mark, edge } = styles[variant]
  return (
    <Primitive.Root
      className={classNames(
        'pointer-events-auto! flex items-start gap-3 rounded-card border border-l-4 bg-surface-raised p-4 pr-2 shadow-float',
        'animate-rise',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
        'data-[swipe=cancel]:transition-transform',
        edge,
      )}
    >
      <Icon className={classNames('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 grow">
        <Primitive.Title className="font-semibold">{title}</Primitive.Title>
        {description && (
          <Primitive.Description className="mt-0.5 text-muted">{description}</Primitive.Description>
        )}
        {detail && <p className="mt-0.5 text-muted">{detail}</p>}
      </div>
      {action && (
        <Primitive.Action
          altText={action.label}
          onClick={action.onPress}
          className={buttonClass('secondary', '-my-1.5')}
        >
          {action.label}
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
