import type { SecondFactor } from '@dashboard/contract/accounts'
import { takeSecondStep } from '@dashboard/contract/factors'
import { signInWithPasskey } from '@dashboard/contract/passkeys'
import { openSignInLink } from '@dashboard/contract/sign-in-links'
import { KeyRound, LogIn } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { call } from '../../api/call.ts'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { useSingleMutation } from '../../api/use-single-mutation.ts'
import { paths } from '../../paths.ts'
import { askPasskey, passkeyFailure, usePasskeySupport } from '../../session/passkeys.ts'
import { useSession } from '../../session/session-context.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useOneField } from '../../ui/one-field.ts'

interface OtherStepsProps {
  /** The secret of a sign-in link, if one opened the page. */
  link: string | undefined
  step: SecondFactor | undefined
  onBack: () => void
}

/** Shown in place of the login form, or below it. */
export function OtherSteps({ link, step, onBack }: OtherStepsProps) {
  if (link !== undefined) return <SignInLink key={link} link={link} />
  const hasPasskey = !step || step.ways.includes('passkey')
  return (
    <>
      {step && <SecondStep step={step} onBack={onBack} />}
      {hasPasskey && <PasskeyButton />}
    </>
  )
}

interface SecondStepProps {
  step: SecondFactor
  onBack: () => void
}

/** Asks for a code after the right password (docs/sign-in.md#signing-in). */
function SecondStep({ step, onBack }: SecondStepProps) {
  const { ways } = step
  const { state } = usePasskeySupport()
  const hasPasskey = ways.includes('passkey') && (state === 'here' || state === 'unknown')
  const hasCode = ways.includes('totp') || ways.includes('recovery-code')
  if (hasCode) return <CodeForm step={step} onBack={onBack} />
  return (
    <div className="flex flex-col gap-4">
      {hasPasskey ? (
        <p className="text-muted">Your password is right. Now use your passkey.</p>
      ) : (
        <Alert>
          Your account asks for a second step, and none is left that works here. Ask an
          administrator to reset your sign-in.
        </Alert>
      )}
      <Button onClick={onBack}>Back</Button>
    </div>
  )
}

function CodeForm({ step, onBack }: SecondStepProps) {
  const { ticket, ways } = step
  const canChoose = ways.includes('totp') && ways.includes('recovery-code')
  const [isRecovery, setIsRecovery] = useState(!ways.includes('totp'))
  const { enter } = useSession()
  const attempt = useSingleMutation({
    mutationFn: (code: string) => call(takeSecondStep, { body: { ticket, code } }),
    onSuccess: ({ token }) => enter(token),
  })
  const { isMissing, submit, reset } = useOneField('code', (code) => attempt.mutate(code.trim()))
  const choose = () => {
    setIsRecovery(!isRecovery)
    reset()
    attempt.reset()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ErrorAlert error={attempt.error} fallback="Login failed. Please try again." />
      <Field
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Code'}
        error={isMissing ? 'Code is required' : undefined}
        hint={
          isRecovery
            ? 'One of those you kept when you set up the second step.'
            : 'The six digits that your authenticator app shows.'
        }
      >
        <Input
          name="code"
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <Button type="submit" variant="primary" loading={attempt.isPending} className="mt-2 w-full">
        {attempt.isPending ? 'Logging in...' : 'Log in'}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        {canChoose && (
          <Button variant="quiet" onClick={choose}>
            {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Signs in with a link, only when a button is pressed: a program that opens links for a preview must not use it up. */
function SignInLink({ link }: { link: string }) {
  const { enter } = useSession()
  const attempt = useSingleMutation({
    mutationFn: () => call(openSignInLink, { body: { link } }),
    onSuccess: ({ token }) => enter(token, `${paths.profile}#sign-in`),
  })
  return (
    <div className="flex flex-col gap-4">
      {attempt.isError ? (
        <ErrorAlert error={attempt.error} fallback="Login failed. Please try again." />
      ) : (
        <p className="text-muted">
          This link signs you in once. Set up how you log in from now on, under Profile.
        </p>
      )}
      <Button
        variant="primary"
        icon={<LogIn />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        Log in with this link
      </Button>
      <Link href={paths.login} replace className={buttonClass('quiet')}>
        Log in with a password instead
      </Link>
    </div>
  )
}

/** Signs in with any passkey that the browser has, where passkeys can be used. */
function PasskeyButton() {
  const support = usePasskeySupport()
  const { enter } = useSession()
  const attempt = useSingleMutation({
    mutationFn: async () => call(signInWithPasskey, { body: { passkey: await askPasskey() } }),
    onSuccess: ({ token }) => enter(token),
  })
  if (support.state !== 'here') return null
  return (
    <div className="mt-4 flex flex-col gap-4">
      {attempt.isError && <Alert>{passkeyFailure(attempt.error, 'use')}</Alert>}
      <Button
        icon={<KeyRound />}
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
        className="w-full"
      >
        Log in with a passkey
      </Button>
    </div>
  )
}
