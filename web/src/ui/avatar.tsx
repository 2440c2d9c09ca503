import { classNames } from './class-names.ts'

const sizes = { small: 'size-9 text-sm', large: 'size-16 text-xl' } as const

interface AvatarProps {
  initials: string
  size?: keyof typeof sizes
}

/** Shows initials in a circle; the name itself is always beside it or in its button's label. */
export function Avatar({ initials, size = 'small' }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames(
        'flex shrink-0 items-center justify-center rounded-full bg-accent font-semibold text-on-accent',
        sizes[size],
      )}
    >
      {initials}
    </span>
  )
}
