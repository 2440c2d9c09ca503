import { Tooltip as Primitive } from 'radix-ui'
import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react'

/** Rendered once, around the whole app: tooltips open after this time, and the next ones at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Primitive.Provider delayDuration={400}>{children}</Primitive.Provider>
}

interface TooltipProps {
  /** Without a text there is no tooltip. */
  text: string | undefined
  side?: 'top' | 'right'
  /** An element or component that takes a ref, such as a button. */
  children: ReactElement
}

/**
 * Gives an element a tooltip: when it is pointed at, has the focus, or is pressed long by a finger. It adds to visible
 * text, and is never the only place for something needed.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const [isOpen, setIsOpen] = useState(false)
  const longPress = useLongPress(() => setIsOpen(true))
  return (
    <Primitive.Root open={isOpen} onOpenChange={setIsOpen}>
      <Primitive.Trigger asChild onFocus={ignorePressed} {...(text !== undefined && longPress)}>
        {children}
      </Primitive.Trigger>
      {text !== undefined && (
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 w-max max-w-xs animate-appear rounded-control border bg-surface-raised px-2.5 py-1.5 text-xs shadow-float"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      )}
    </Primitive.Root>
  )
}

/** A button that gets its focus back when a dialog closes shows no tooltip to somebody who uses the mouse. */
function ignorePressed(event: FocusEvent): void {
  if (!event.target.matches(':focus-visible')) event.preventDefault()
}

const longPressMs = 500

/** Returns the listeners that notice a long press of a finger; its release then presses nothing. */
function useLongPress(onLongPress: () => void) {
  const timer = useRef<number>(undefined)
  const wasLong = useRef(false)
  const stop = () => window.clearTimeout(timer.current)
  return {
    onPointerDown({ pointerType }: PointerEvent) {
      stop()
      wasLong.current = false
      if (pointerType !== 'touch') return
      timer.current = window.setTimeout(() => {
        wasLong.current = true
        onLongPress()
      }, longPressMs)
    },
    onPointerUp: stop,
    // The finger scrolls.
    onPointerCancel: stop,
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
