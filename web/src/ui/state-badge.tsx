import { Badge } from './badge.tsx'
import { classNames } from './class-names.ts'

const dots = {
  success: 'bg-success',
  running: 'bg-running',
  waiting: 'bg-waiting',
  failed: 'bg-failed',
  neutral: 'bg-neutral',
} as const

/** Fixed colors for states; the word beside the dot says the same. */
export type State = keyof typeof dots

/** Shows only the dot, for a line whose words already name the state. */
export function StateDot({ state, pulsing = false }: { state: State; pulsing?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames('state-dot', dots[state], pulsing && 'animate-pulse')}
    />
  )
}

interface StateBadgeProps {
  state: State
  children: string
}

export function StateBadge({ state, children }: StateBadgeProps) {
  return (
    <Badge tone={state} icon={<StateDot state={state} pulsing={state === 'running'} />}>
      {children}
    </Badge>
  )
}
