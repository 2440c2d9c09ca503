import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { forgetAskedAddress, nameOfAddress, readAskedAddress } from '../session/asked-address.ts'
import { useSessionUser } from '../session/session-context.tsx'
import { buttonClass } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** After signing in: the way on to the page that was asked for before (docs/behavior.md#login-and-redirects). */
export function ContinueOffer() {
  const [location] = useLocation()
  const { role } = useSessionUser()
  const [address, setAddress] = useState(readAskedAddress)
  const forget = () => {
    forgetAskedAddress()
    setAddress(undefined)
  }
  const isHere = location === paths.reports
  // Whoever has gone elsewhere no longer waits for it.
  useEffect(() => {
    if (isHere) return
    forgetAskedAddress()
    setAddress(undefined)
  }, [isHere])
  const name = address === undefined ? undefined : nameOfAddress(address)
  const isClosed = role !== 'admin' && address?.startsWith(paths.settings)
  if (!isHere || address === undefined || name === undefined || isClosed) return null
  return (
    <aside
      aria-label="Where you were going"
      className="mb-4 flex items-center gap-3 rounded-card border bg-primary-soft py-2 pr-2 pl-4 text-on-primary-soft"
    >
      <p className="min-w-0 grow">You asked for {name} before signing in.</p>
      <Link href={address} className={buttonClass('primary', 'shrink-0')}>
        Continue to {name}
      </Link>
      <IconButton label="Dismiss" icon={<X aria-hidden />} onClick={forget} />
    </aside>
  )
}
