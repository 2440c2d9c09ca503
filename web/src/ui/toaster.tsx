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
/** Without its code there is no toast; what matters is also said in place. */
const ToastArea = lazy<ComponentType<ToastAreaProps>>(async () => {
  const loaded = await loadArea().catch(() => undefined)
  return { default: loaded?.ToastArea ?? (() => null) }
})
whenIdle(loadArea)

const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast stands outside Toaster')
})

/** `toast({title, description?, variant?})`; one is visible at a time, a new one takes its place. */
export function useToast(): ShowToast {
  return use(ToastContext)
}

/** Stands once, around the whole app. */
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
