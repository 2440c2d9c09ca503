import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Shows a warning below the field of a new password while it contains one of the most used passwords. */
export function CommonPasswordWarning({ password = '' }: { password: string | undefined }) {
  const [common, setCommon] = useState<string>()
  useEffect(() => {
    if (password === '') return
    let isCurrent = true
    const show = (found: boolean) => {
      if (isCurrent) setCommon(found ? password : undefined)
    }
    void isCommon(password).then(show)
    return () => {
      isCurrent = false
    }
  }, [password])
  return (
    <p role="status" className="flex gap-1.5 text-waiting-text empty:hidden">
      {password !== '' && common === password && (
        <>
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          This is one of the most used passwords, which others try first.
        </>
      )}
    </p>
  )
}

/** Whether the password is in the list, which is large and loaded only once a password is typed, if it can be. */
async function isCommon(password: string): Promise<boolean> {
  try {
    const { isCommonPassword } = await import('@dashboard/contract/common-passwords')
    return await isCommonPassword(password)
  } catch {
    return false
  }
}
