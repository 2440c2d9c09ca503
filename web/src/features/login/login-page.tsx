import type { SecondFactor } from '@dashboard/contract/accounts'
import { productName } from '@dashboard/contract/product-name'
import { useState } from 'react'
import { Redirect } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-context.tsx'
import { useIsNarrow } from '../../ui/media-query.ts'
import { PageSpinner } from '../../ui/spinner.tsx'
import { BrandLogo } from '../brand/brand-logo.tsx'
import { LoginForm } from './login-form.tsx'
import { OtherSteps } from './other-steps.tsx'
import { OtherWays } from './other-ways.tsx'

/** Reads the secret of a sign-in link, which is after the # so that browsers do not send it by themselves. */
function linkOf(hash: string): string | undefined {
  return hash.startsWith('#link=') ? hash.slice(6) : undefined
}

export function LoginPage() {
  const { status } = useSession()
  const isNarrow = useIsNarrow()
  const [isCollapsed, collapse] = useState(false)
  // A link may be pasted into a tab that shows this page already.
  const link = useLocationProperty(() => linkOf(location.hash))
  const [step, setStep] = useState<SecondFactor>()
  const isForm = link === undefined && !step
  if (status === 'loading') return <PageSpinner />
  if (status === 'authenticated' && link === undefined)
    return <Redirect to={paths.reports} replace />
  return (
    <div className="grid min-h-dvh md:grid-cols-2">
      <main className="flex items-center justify-center px-4 py-10">
        <div className="w-full max-w-sm">
          <BrandLogo className="size-14" />
          {isNarrow && (
            <div className="mt-4 text-base font-medium text-muted">
              <p>{productName}</p>
              <p>Analytics & Reporting</p>
            </div>
          )}
          <h1 className="mt-1 mb-6 text-2xl font-semibold md:mt-6">Log in</h1>
          <div className="relative">
            {isForm && (
              <div hidden={isCollapsed}>
                <LoginForm onSecondStep={setStep} />
              </div>
            )}
            {/* As high as a button, so that nothing moves when one appears. */}
            <div className="min-h-14">
              <OtherSteps link={link} step={step} onBack={() => setStep(undefined)} />
            </div>
            {isForm && <OtherWays isCollapsed={isCollapsed} collapse={collapse} />}
          </div>
        </div>
      </main>
      {!isNarrow && (
        <aside className="login-side p-10 lg:p-16">
          <p className="text-2xl font-semibold">{productName}</p>
          <p className="mt-2 text-base">Analytics & Reporting</p>
        </aside>
      )}
    </div>
  )
}
