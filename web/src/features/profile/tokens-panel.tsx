import type { AccessToken, TokenAccess } from '@dashboard/contract/access-tokens'
import type { Factors } from '@dashboard/contract/factors'
import { accessTokens } from '@dashboard/contract/limits'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ErrorAlert } from '../../api/error-alert.tsx'
import { Loaded } from '../../api/loaded.tsx'
import { formatDate } from '../../format/time.ts'
import { Button } from '../../ui/button.tsx'
import { type Closable, Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { useOneField } from '../../ui/one-field.ts'
import { SelectField } from '../../ui/select.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessTokenList, accessNames } from '../access-tokens/access-token-list.tsx'
import { useRevokeToken, useSendToken, useTokens } from '../access-tokens/access-tokens-queries.ts'
import { type AskProof, useFactorChange, useFactors } from './factors-queries.ts'
import { type Proof, ProofDialog } from './proof-dialog.tsx'

/** Shows the tokens with which scripts act as their owner (docs/recipes.md#access-tokens). */
export function TokensPanel() {
  const tokens = useTokens()
  const factors = useFactors()
  const states = {
    loading: <Skeleton className="h-40" />,
    failed: 'Your access tokens cannot be shown',
    isOffered: tokens.isThere,
  }
  return (
    <Loaded query={tokens} {...states}>
      {(own) => (
        <Loaded query={factors} {...states}>
          {(loaded) => <OwnTokens tokens={own.tokens} factors={loaded} />}
        </Loaded>
      )}
    </Loaded>
  )
}

interface OwnTokensProps {
  tokens: readonly AccessToken[]
  /** The ways in which the user can confirm who they are. */
  factors: Factors
}

function OwnTokens({ tokens, factors }: OwnTokensProps) {
  const [proof, setProof] = useState<Proof>()
  const [isMaking, setIsMaking] = useState(false)
  const revoke = useRevokeToken()
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <p className="text-muted">
        With an access token a script reads what you can read and, if you allow it, changes what you
        can change. Revoke what you no longer use.
      </p>
      {tokens.length > 0 ? (
        <AccessTokenList tokens={tokens} revoke={revoke} />
      ) : (
        <p className="text-muted">You have no access tokens.</p>
      )}
      <div>
        <Button icon={<KeyRound />} onClick={() => setIsMaking(true)}>
          New Token
        </Button>
      </div>
      {isMaking && (
        <NewTokenDialog onClose={() => setIsMaking(false)} ask={(again) => setProof({ again })} />
      )}
      {proof && (
        <ProofDialog onClose={() => setProof(undefined)} factors={factors} onProved={proof.again} />
      )}
    </div>
  )
}

interface NewTokenDialogProps extends Closable {
  ask: AskProof
}

const accessOptions = (['read', 'write'] as const).map((value) => ({
  value,
  label: accessNames[value],
}))
const daysOptions = (['7', '30', '90', '365'] as const).map((value) => ({
  value,
  label: `In ${value} days`,
}))

/** Asks what the token is for, then shows its secret. */
function NewTokenDialog({ ask, onClose }: NewTokenDialogProps) {
  const [access, setAccess] = useState<TokenAccess>('read')
  const [days, setDays] = useState<(typeof daysOptions)[number]['value']>('90')
  const create = useFactorChange(ask, { send: useSendToken(), hasOwnError: true })
  const { isMissing, submit } = useOneField('name', (name) =>
    create.mutate({ name: name.trim(), access, days: Number(days) }),
  )
  if (create.data) return <MadeTokenDialog onClose={onClose} {...create.data} />
  return (
    <FormDialog
      onClose={onClose}
      title="New access token"
      submitLabel="Create Token"
      busyLabel="Creating..."
      isBusy={create.isPending}
      onSubmit={submit}
    >
      <ErrorAlert error={create.error} fallback="Failed to create the access token." />
      <Field
        label="Name"
        error={isMissing ? 'Name is required' : undefined}
        hint="What it is for, such as: list for Saturday."
      >
        <Input name="name" maxLength={accessTokens.nameLength} autoComplete="off" />
      </Field>
      <SelectField label="Access" options={accessOptions} value={access} onChange={setAccess} />
      <SelectField label="Expires" options={daysOptions} value={days} onChange={setDays} />
    </FormDialog>
  )
}

interface MadeTokenDialogProps extends Closable {
  token: { name: string; expiresAt: string }
  secret: string
}

function MadeTokenDialog({ token, secret, onClose }: MadeTokenDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title="Your access token"
      description={`"${token.name}" works until ${formatDate(token.expiresAt)}.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ShownSecret text={secret} copyLabel="Copy Token" doneText="Token copied">
        Shown only now: copy it before you close this. Whoever has it can do what you allowed.
      </ShownSecret>
    </Dialog>
  )
}
