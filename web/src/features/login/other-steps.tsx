import type { SecondFactor } from '@dashboard/contract/accounts'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStep } from './second-step.tsx'
import { SignInLink } from './sign-in-link.tsx'

interface OtherStepsProps {
  /** What a sign-in link holds, where the page was opened by one. */
  link: string | undefined
  /** What is asked for after the password. */
  step: SecondFactor | undefined
  onBack: () => void
}

/** What stands in the place of the login form, or beneath it. */
export function OtherSteps({ link, step, onBack }: OtherStepsProps) {
  if (link !== undefined) return <SignInLink link={link} />
  const hasPasskey = !step || step.ways.includes('passkey')
  return (
    <>
      {step && <SecondStep step={step} onBack={onBack} />}
      {hasPasskey && <PasskeyButton />}
    </>
  )
}
