import { Inbox } from 'lucide-react'
import { circuitsText } from '../../session/user-words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

/** For a limited user of whose circuits none is there (docs/behavior.md#limited-users). */
export function NoneOfYours({ circuits }: { circuits: readonly string[] }) {
  return (
    <EmptyState icon={<Inbox aria-hidden />} title="None of your circuits is here">
      You look after {circuitsText(circuits)}. They come with the next import, or an administrator
      gives you others.
    </EmptyState>
  )
}
