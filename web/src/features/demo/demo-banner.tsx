import { demoAccount, demoResetTime } from '@dashboard/contract/demo'
import { clockInWords, zoneName } from '@dashboard/contract/local-time'
import { createRoot } from 'react-dom/client'
import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'

/** Shown above every page; on the login page it names the demo's login. */
function DemoBanner() {
  const [location] = useLocation()
  const [hour = '', minute = ''] = demoResetTime.split(':')
  const { username, password } = demoAccount
  return (
    <aside
      aria-label="Demo"
      className="bg-running-soft px-4 py-1.5 text-center text-running-text print:hidden"
    >
      <p>
        This is a demo. Everything is put back at {clockInWords({ hour, minute })}{' '}
        {zoneName(Date.now())}.
      </p>
      {location === paths.login && (
        <p>
          Log in with the username <strong>{username}</strong> and the password{' '}
          <strong>{password}</strong>.
        </p>
      )}
    </aside>
  )
}

// Rendered beside the app, so that the app loads none of it when there is no demo.
const place = document.createElement('div')
document.body.prepend(place)
createRoot(place).render(<DemoBanner />)
