import { productName } from '@dashboard/contract/limits'
import { useEffect } from 'react'

/** Puts a note before the product's name in the browser tab, such as '2 jobs running'. */
export function TabTitle({ note }: { note?: string | undefined }) {
  useEffect(() => {
    document.title = note ? `${note} · ${productName}` : productName
    return () => {
      document.title = productName
    }
  }, [note])
  return null
}
