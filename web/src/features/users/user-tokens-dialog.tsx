import type { User } from '@dashboard/contract/accounts'
import { Loaded } from '../../api/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { type Closable, Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessTokenList } from '../access-tokens/access-token-list.tsx'
import { useRevokeUserToken, useUserTokens } from '../access-tokens/access-tokens-queries.ts'

interface UserTokensDialogProps extends Closable {
  user: User
}

/** Shows the access tokens of a user, which an administrator may revoke. */
export function UserTokensDialog({ user, onClose }: UserTokensDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="small"
      title="Access Tokens"
      description={`Scripts use them to act as @${user.username}.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <UserTokens id={user.id} />
    </Dialog>
  )
}

function UserTokens({ id }: { id: string }) {
  const revoke = useRevokeUserToken(id)
  return (
    <Loaded
      query={useUserTokens(id)}
      loading={<Skeleton className="h-24" />}
      failed="The access tokens cannot be shown"
    >
      {({ tokens }) =>
        tokens.length === 0 ? (
          <p className="text-muted">This user has none.</p>
        ) : (
          <AccessTokenList tokens={tokens} revoke={revoke} />
        )
      }
    </Loaded>
  )
}
