import { type Factors, getFactors } from '@dashboard/contract/factors'
import { errorMessage } from '../../api/api-error.ts'
import { useIsThere } from '../../api/missing-calls.ts'
import { Alert } from '../../ui/alert.tsx'
import { NotOffered } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppSection } from './app-section.tsx'
import { useFactors, useSettleDuty } from './factors-queries.ts'
import { LostPasswordForm } from './lost-password-form.tsx'
import { OpenIdLink } from './openid-link.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { useShown } from './use-shown.ts'

/** What one signs in with besides the password (docs/sign-in.md). */
export function FactorsPanel() {
  const { data, error, refetch } = useFactors()
  const isThere = useIsThere(getFactors)
  if (data) return <OwnFactors factors={data} />
  if (!error) return <Skeleton className="h-96" />
  if (!isThere) return <NotOffered />
  return (
    <ErrorState title="How you sign in cannot be shown." onRetry={() => refetch()}>
      {errorMessage(error, 'Failed to fetch how you sign in')}
    </ErrorState>
  )
}

function OwnFactors({ factors }: { factors: Factors }) {
  const proof = useShown<() => void>()
  const codes = useShown<string[]>()
  const hasNone = factors.totp === null && factors.passkeys.length === 0
  const ask = (again: () => void) => proof.show(again)
  const settleDuty = useSettleDuty()
  const onAdded = ({ recoveryCodes }: { recoveryCodes: string[] | null }) =>
    recoveryCodes ? codes.show(recoveryCodes) : settleDuty()
  const closeCodes = () => {
    codes.close()
    settleDuty()
  }
  const shared = { factors, ask, onAdded }
  return (
    <div className="flex max-w-xl flex-col gap-6">
      {factors.isRequired && hasNone ? (
        <Alert tone="warning" title="Set up a second step first">
          This server asks one of all administrators. Choose a passkey or an authenticator app.
        </Alert>
      ) : (
        <p className="text-muted">
          A second step keeps others out who have learned your password. With a passkey you need no
          password at all.
        </p>
      )}
      {factors.canReplacePassword && <LostPasswordForm />}
      <PasskeySection {...shared} />
      <AppSection {...shared} />
      <RecoverySection factors={factors} ask={ask} codes={{ ...codes, close: closeCodes }} />
      <OpenIdLink ask={ask} />
      {proof.value && (
        <ProofDialog
          key={proof.turn}
          open={proof.isOpen}
          onClose={proof.close}
          factors={factors}
          onProved={proof.value}
        />
      )}
    </div>
  )
}
