interface GrayReasonProps {
  /** For the button's `aria-describedby`. */
  id: string
  /** None while the button can be used, or while it is not known whether it can. */
  reason: string | undefined
}

/** Says beside a button why it is gray. */
export function GrayReason({ id, reason }: GrayReasonProps) {
  if (reason === undefined) return null
  return (
    <span id={id} className="self-center text-xs text-muted">
      {reason}
    </span>
  )
}
