import { Send, UserPlus, Users } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { Loaded } from '../../api/loaded.tsx'
import { settingsPage } from '../../session/page-names.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import type { OnUserAction } from './user-actions.tsx'
import type { Asked } from './user-dialogs.tsx'
import { UserList } from './user-list.tsx'
import { userFailures, useUsers } from './users-queries.ts'

/** Forms and their checks are loaded separately, since the list needs neither. */
const AskedDialog = lazy(async () => ({
  default: (await import('./user-dialogs.tsx')).AskedDialog,
}))

export function UsersPage() {
  const users = useUsers()
  const [asked, setAsked] = useState<Asked>()
  const act: OnUserAction = useCallback((action, user) => setAsked({ action, user }), [])
  const addUser = () => setAsked('new user')
  return (
    <Page
      {...settingsPage('User Management')}
      actions={
        <>
          <Button icon={<Send />} onClick={() => setAsked('invitation')}>
            Invite User
          </Button>
          <Button variant="primary" icon={<UserPlus />} onClick={addUser}>
            Add User
          </Button>
        </>
      }
    >
      <Card>
        <Loaded
          query={users}
          loading="Loading users..."
          failed="Failed to load users"
          fallback={userFailures.fetch}
        >
          {(data) =>
            data.users.length > 0 ? (
              <UserList users={data.users} onAction={act} />
            ) : (
              <EmptyState
                icon={<Users />}
                title="No users found. Create your first user to get started."
                action={<Button onClick={addUser}>Add User</Button>}
              />
            )
          }
        </Loaded>
      </Card>
      <Suspense fallback={null}>
        {asked && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} />}
      </Suspense>
    </Page>
  )
}
