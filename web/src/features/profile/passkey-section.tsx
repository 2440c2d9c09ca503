import type { Passkey } from '@dashboard/contract/factors'
import { KeyRound } from 'lucide-react'
import { type PasskeyPlace, usePasskeyPlace } from '../../session/passkeys.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FactorRow, FactorSection, type SectionProps } from './factor-parts.tsx'
import { type PasskeyOptions, useBeginPasskey, useRemoveFactor } from './factors-queries.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { useShown } from './use-shown.ts'

/** Passkeys: what the device itself signs in with. */
export function PasskeySection({ factors, ask, onAdded }: SectionProps) {
  const place = usePasskeyPlace()
  const options = useShown<PasskeyOptions>()
  const removal = useShown<Passkey>()
  const begin = useBeginPasskey(ask, options.show)
  const remove = useRemoveFactor(ask, removal.close)
  const { passkeys } = factors
  return (
    <FactorSection
      title="Passkeys"
      description="Log in with the fingerprint, face or PIN of your device, or with a security key."
      action={
        place.state === 'here' && (
          <Button
            icon={<KeyRound aria-hidden />}
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined)}
          >
            Add a Passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="border-y">
          {passkeys.map((passkey) => (
            <FactorRow key={passkey.id} {...passkey} onRemove={() => removal.show(passkey)} />
          ))}
        </ul>
      )}
      <WhyNotHere place={place} />
      {options.value && (
        <PasskeyDialog
          key={options.turn}
          open={options.isOpen}
          onClose={options.close}
          options={options.value}
          ask={ask}
          onAdded={onAdded}
        />
      )}
      <ConfirmDialog
        open={removal.isOpen}
        onClose={removal.close}
        title="Remove this passkey?"
        body={`"${removal.value?.name}" no longer signs you in. Delete it on the device, too.`}
        confirmLabel="Remove passkey"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(removal.value?.id, { onSettled: removal.close })}
      />
    </FactorSection>
  )
}

/** Why no passkey can be added on this page, with the setting for who can change it. */
function WhyNotHere({ place }: { place: PasskeyPlace }) {
  const isAdmin = useSessionUser().role === 'admin'
  if (place.state === 'browser') return <p>This browser has no passkeys.</p>
  if (place.state === 'nowhere') {
    return isAdmin ? (
      <p>
        Passkeys are off: they need the setting <code>PUBLIC_URL</code>, an https address with a
        name.
      </p>
    ) : (
      <p>This server offers no passkeys. An administrator can change that.</p>
    )
  }
  if (place.state !== 'elsewhere') return null
  return (
    <p>
      Passkeys work only where the dashboard is opened at{' '}
      <a href={place.origin} className="font-medium text-primary-text underline wrap-anywhere">
        {place.origin}
      </a>
      .
      {isAdmin && (
        <>
          {' '}
          Another address is set by <code>PUBLIC_URL</code>.
        </>
      )}
    </p>
  )
}
