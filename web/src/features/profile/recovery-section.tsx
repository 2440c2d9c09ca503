import { countOf } from '@dashboard/contract/counts'
import { recoveryCodeCount } from '@dashboard/contract/limits'
import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FactorSection, type SectionProps } from './factor-parts.tsx'
import { useRenewCodes } from './factors-queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { useShown } from './use-shown.ts'

interface RecoverySectionProps extends Pick<SectionProps, 'factors' | 'ask'> {
  codes: ReturnType<typeof useShown<string[]>>
}

/** Codes for when the phone or the passkey is not at hand. */
export function RecoverySection({ factors, ask, codes }: RecoverySectionProps) {
  const renewal = useShown<true>()
  const renew = useRenewCodes(ask, codes.show)
  const { totp, passkeys, recoveryCodes: left } = factors
  const hasFactor = totp !== null || passkeys.length > 0
  return (
    <>
      {hasFactor && (
        <FactorSection
          title="Recovery codes"
          description={
            left === 0
              ? 'None is left. Make new ones, for when your phone or passkey is not at hand.'
              : `${left} of ${recoveryCodeCount} left. Each stands in once for your phone or passkey.`
          }
          action={
            <Button
              icon={<RefreshCw aria-hidden />}
              loading={renew.isPending}
              onClick={() => (left === 0 ? renew.mutate(undefined) : renewal.show(true))}
            >
              Make New Codes
            </Button>
          }
        />
      )}
      <ConfirmDialog
        open={renewal.isOpen}
        onClose={renewal.close}
        title="Make new recovery codes?"
        body={`The ${countOf(left, 'code')} you have left no longer work then.`}
        confirmLabel="Make new codes"
        busy={renew.isPending}
        onConfirm={() => renew.mutate(undefined, { onSettled: renewal.close })}
      />
      {codes.value && (
        <RecoveryCodesDialog
          key={codes.turn}
          open={codes.isOpen}
          onClose={codes.close}
          codes={codes.value}
        />
      )}
    </>
  )
}
