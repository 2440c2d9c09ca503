import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useState,
} from 'react'
import type { ToastAreaProps, ToastMessage } from './toast-card.tsx'
import { whenIdle } from './when-idle.ts'

type ShowToast = (message: ToastMessage) => void

const loadArea = () => import('./overlays.ts')
/** When the code cannot be loaded there is no toast; important messages are also shown in the page. */
const ToastArea = lazy<ComponentType<ToastAreaProps>>(async () => {
  const loaded = await loadArea().catch(() => undefined)
  return { default: loaded?.ToastArea ?? (() => null) }
})
whenIdle(loadArea)

const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast stands outside Toaster')
})

/** Returns `toast({title, description?, variant?})`; only one toast is visible at a time, and a new one replaces it. */
export function useToast(): ShowToast {
  return use(ToastContext)
}

/** Holds the toast; rendered once, around the whole app. */
export function Toaster({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ToastMessage & { key: number }>()
  const [isOpen, setIsOpen] = useState(false)
  const show = useCallback<ShowToast>((message) => {
    setShown((previous) => ({ ...message, key: (previous?.key ?? 0) + 1 }))
    setIsOpen(true)
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      {shown && (
        <Suspense>
          <ToastArea toastKey={shown.key} message={shown} open={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </ToastContext>
  )
}
