import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'

/** So many windows down a long list, the way back is offered. */
const farWindows = 2

/** Leads back to the top of a long list, where it is searched and filtered. */
export function ToTop() {
  const [isFar, setIsFar] = useState(false)
  useEffect(() => {
    const look = () => setIsFar(scrollY > farWindows * innerHeight)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!isFar) return null
  const goUp = () => {
    scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <IconButton
      label="To the top"
      icon={<ArrowUp aria-hidden />}
      className="fixed right-4 bottom-4 z-10 animate-appear border bg-card shadow-float print:hidden"
      onClick={goUp}
    />
  )
}
