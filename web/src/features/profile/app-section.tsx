import { Smartphone } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FactorRow, FactorSection, type SectionProps } from './factor-parts.tsx'
import { type TotpSetup, useBeginTotp, useRemoveFactor } from './factors-queries.ts'
import { TotpDialog } from './totp-dialog.tsx'
import { useShown } from './use-shown.ts'

const name = 'Authenticator app'

/** The app that shows a code for each sign-in. */
export function AppSection({ factors, ask, onAdded }: SectionProps) {
  const setup = useShown<TotpSetup>()
  const removal = useShown<true>()
  const begin = useBeginTotp(ask, setup.show)
  const remove = useRemoveFactor(ask, removal.close)
  const { totp } = factors
  return (
    <FactorSection
      title={name}
      description="An app on your phone shows a code, which is asked for after the password."
      action={
        <Button
          icon={<Smartphone aria-hidden />}
          loading={begin.isPending}
          onClick={() => begin.mutate(undefined)}
        >
          {totp ? 'Set Up Another Phone' : 'Set Up an Authenticator App'}
        </Button>
      }
    >
      {totp && (
        <ul aria-label={name} className="border-y">
          <FactorRow name={name} {...totp} onRemove={() => removal.show(true)} />
        </ul>
      )}
      {setup.value && (
        <TotpDialog
          key={setup.turn}
          open={setup.isOpen}
          onClose={setup.close}
          setup={setup.value}
          ask={ask}
          onAdded={onAdded}
        />
      )}
      <ConfirmDialog
        open={removal.isOpen}
        onClose={removal.close}
        title="Remove the authenticator app?"
        body="Its codes no longer sign you in. Delete the entry in the app, too."
        confirmLabel="Remove app"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: removal.close })}
      />
    </FactorSection>
  )
}
