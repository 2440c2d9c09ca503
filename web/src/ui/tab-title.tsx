import { productName } from '@dashboard/contract/product-name'
import { useEffect } from 'react'

/** The parts of the tab's title, each set by another part of the app. */
const parts: { note: string | undefined; page: string | undefined } = {
  note: undefined,
  page: undefined,
}

function useTitlePart(name: keyof typeof parts, text: string | undefined): void {
  useEffect(() => {
    const show = (value: string | undefined) => {
      parts[name] = value
      document.title = [parts.note, parts.page, productName].filter(Boolean).join(' · ')
    }
    show(text)
    return () => show(undefined)
  }, [name, text])
}

/** Sets the page's name in the browser tab: 'Reports · SMPW Dashboard'. */
export function usePageTitle(title: string): void {
  useTitlePart('page', title)
}

/** Puts a note before the page's name in the browser tab, such as '2 jobs running'. */
export function TabTitle({ note }: { note?: string | undefined }) {
  useTitlePart('note', note)
  return null
}
