import { RoleBadge } from '../../session/role-badge.tsx'
import { useSessionUser } from '../../session/session-context.tsx'
import { fullName, initials } from '../../session/user-words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyableId } from '../../ui/copyable-id.tsx'
import { Fact } from '../../ui/fact.tsx'

/** Whose page this is, at a glance. */
export function ProfileHeader() {
  const user = useSessionUser()
  return (
    <div className="flex min-w-0 items-center gap-4">
      <Avatar initials={initials(user)} size="large" />
      <div className="min-w-0">
        <p className="text-lg font-semibold">{fullName(user)}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          <span className="min-w-0">@{user.username}</span>
          <RoleBadge role={user.role} />
        </p>
      </div>
    </div>
  )
}

export function ProfileSummary() {
  const user = useSessionUser()
  return (
    <Card title="Profile Summary">
      <dl className="flex flex-col gap-3">
        <Fact label="Full Name">{fullName(user)}</Fact>
        <Fact label="Username">{user.username}</Fact>
        <Fact label="Role">
          <RoleBadge role={user.role} />
        </Fact>
        {user.circuits !== null && <Fact label="Circuits">{user.circuits.join(', ')}</Fact>}
        <Fact label="User ID">
          <span className="-ml-1 flex">
            <CopyableId id={user.userId} noun="user" />
          </span>
        </Fact>
      </dl>
    </Card>
  )
}
