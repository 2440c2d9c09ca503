import type { AccessToken } from '@dashboard/contract/access-tokens'
import { useState } from 'react'
import { formatDate } from '../../format/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { useRevokeToken } from './access-tokens-queries.ts'

export const accessNames = { read: 'Read', write: 'Read and write' } as const

interface AccessTokenListProps {
  tokens: readonly AccessToken[]
  revoke: ReturnType<typeof useRevokeToken>
}

export function AccessTokenList({ tokens, revoke }: AccessTokenListProps) {
  const [token, setToken] = useState<AccessToken>()
  const close = () => setToken(undefined)
  return (
    <>
      <ul aria-label="Access tokens" className="border-y">
        {tokens.map((each) => (
          <TokenRow key={each.id} token={each} onRevoke={() => setToken(each)} />
        ))}
      </ul>
      {token && (
        <ConfirmDialog
          onClose={close}
          title="Revoke this access token?"
          body={`Scripts that use "${token.name}" are refused from then on.`}
          confirmLabel="Revoke token"
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(token.id, { onSettled: close })}
        />
      )}
    </>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, access, expiresAt, isExpired, lastUsedAt } = token
  return (
    <li className="flex items-center justify-between gap-3 border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Badge>{accessNames[access] ?? access}</Badge>
        </p>
        <p className="mt-1 text-xs text-muted">
          {isExpired ? 'Expired' : 'Expires'} {formatDate(expiresAt)}
          {' · '}
          {lastUsedAt === null ? (
            'Not used yet'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button className="shrink-0" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
