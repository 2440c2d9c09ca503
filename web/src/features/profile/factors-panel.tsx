import { LostPasswordInput } from '@dashboard/contract/account-inputs'
import { type Factors, getFactors } from '@dashboard/contract/factors'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NewPasswordField } from '../../ui/new-password-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppSection } from './app-section.tsx'
import { FactorSection } from './factor-parts.tsx'
import { useFactors, useRenewTokenAfterSetup, useReplaceLostPassword } from './factors-queries.ts'
import { OpenIdLink } from './openid-link.tsx'
import { PasskeySection } from './passkey-section.tsx'
import { type Proof, ProofDialog } from './proof-dialog.tsx'
import { RecoverySection } from './recovery-section.tsx'

/** Shows what the user signs in with besides the password (docs/sign-in.md). */
export function FactorsPanel() {
  return (
    <Loaded
      query={useFactors()}
      loading={<Skeleton className="h-96" />}
      failed="How you sign in cannot be shown"
      isOffered={useIsSupported(getFactors)}
    >
      {(factors) => <OwnFactors factors={factors} />}
    </Loaded>
  )
}

function OwnFactors({ factors }: { factors: Factors }) {
  const [proof, setProof] = useState<Proof>()
  const [codes, setCodes] = useState<string[]>()
  const hasNone = factors.totp === null && factors.passkeys.length === 0
  const ask = (again: () => void) => setProof({ again })
  const renewTokenAfterSetup = useRenewTokenAfterSetup()
  const onAdded = ({ recoveryCodes }: { recoveryCodes: string[] | null }) =>
    recoveryCodes ? setCodes(recoveryCodes) : renewTokenAfterSetup()
  const closeCodes = () => {
    setCodes(undefined)
    renewTokenAfterSetup()
  }
  const shared = { factors, ask, onAdded }
  return (
    <div className="flex max-w-xl flex-col gap-6">
      {factors.isRequired && hasNone ? (
        <Alert tone="warning" title="Set up a second step first">
          This server requires one of all administrators. Choose a passkey or an authenticator app.
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
      <RecoverySection
        factors={factors}
        ask={ask}
        codes={codes}
        onRenewed={setCodes}
        onClose={closeCodes}
      />
      <OpenIdLink ask={ask} />
      {proof && (
        <ProofDialog onClose={() => setProof(undefined)} factors={factors} onProved={proof.again} />
      )}
    </div>
  )
}

/**
 * Sets another password, for a user who came by a link and may not have the current one
 * (docs/sign-in.md#a-sign-in-link).
 */
function LostPasswordForm() {
  const { username } = useSessionUser()
  const replace = useReplaceLostPassword()
  const { register, handleSubmit, formState, reset, watch } = useForm({
    resolver: zodResolver(LostPasswordInput),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const { errors } = formState
  return (
    <FactorSection
      title="Password"
      description="You logged in with a link. If your password is lost, choose another one here."
    >
      <form
        noValidate
        onSubmit={handleSubmit((input) => replace.mutate(input, { onSuccess: () => reset() }))}
        className="flex flex-col gap-4"
      >
        <ErrorAlert error={replace.error} fallback="Failed to change password." />
        {/* Tells password managers whose password this is. */}
        <input hidden readOnly value={username} autoComplete="username" />
        <NewPasswordField
          input={register('newPassword')}
          value={watch('newPassword')}
          error={errors.newPassword?.message}
        />
        <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
          <PasswordInput {...register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <div>
          <Button type="submit" loading={replace.isPending}>
            {replace.isPending ? 'Changing...' : 'Change Password'}
          </Button>
        </div>
      </form>
    </FactorSection>
  )
}
