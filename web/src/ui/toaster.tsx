import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { ToastArea, type ToastMessage } from './toast-card.tsx'

type ShowToast = (message: ToastMessage) => void

const ToastContext = createContext<ShowToast>(() => {
  throw new Error('useToast is used outside Toaster')
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
        <ToastArea toastKey={shown.key} message={shown} open={isOpen} onOpenChange={setIsOpen} />
      )}
    </ToastContext>
  )
}
