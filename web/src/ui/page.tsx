import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import { usePageTitle } from './tab-title.tsx'

/**
 * Where the frame wants a page's heading and actions. Features must not import the shell, so the
 * shell hands these places down and a page fills them; the frame itself stays put between pages.
 */
interface PageSlots {
  heading: HTMLElement
  actions: HTMLElement
  /** Whether the person came here from another page of ours, not by the address bar. */
  hasNavigated: boolean
}

const PageSlotsContext = createContext<PageSlots | null>(null)
export const PageSlotsProvider = PageSlotsContext.Provider

interface PageProps {
  title: string
  /** Names the page in the browser tab, where several pages share a title. */
  tabTitle?: string
  subtitle?: string
  /** Buttons in the header, the primary one last. */
  actions?: ReactNode
  /** A link above the content, such as 'Back to Settings'. */
  back?: { href: string; label: string }
  children: ReactNode
}

/** The root of every page inside the shell. */
export function Page(props: PageProps) {
  const { title, tabTitle, actions, back, children } = props
  const slots = use(PageSlotsContext)
  usePageTitle(tabTitle ?? title)
  return (
    <>
      {slots &&
        createPortal(<PageHeading {...props} hasNavigated={slots.hasNavigated} />, slots.heading)}
      {slots && actions !== undefined && createPortal(actions, slots.actions)}
      {back && (
        <Link
          href={back.href}
          className="mb-3 inline-flex min-h-control items-center gap-1.5 rounded-control font-medium text-primary-text hover:underline print:hidden"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex min-w-0 animate-appear flex-col gap-4">{children}</div>
    </>
  )
}

type PageHeadingProps = Pick<PageProps, 'title' | 'subtitle'> & Pick<PageSlots, 'hasNavigated'>

function PageHeading({ title, subtitle, hasNavigated }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A page reached by a link takes over the focus, so that its name is read and Tab starts here.
  const takesFocus = useRef(hasNavigated)
  useEffect(() => {
    // A dialog that was opened while the page was loading hides what is around it, and keeps the focus.
    const isBehindDialog = heading.current?.closest('[aria-hidden=true]') != null
    if (takesFocus.current && !isBehindDialog) heading.current?.focus()
  }, [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="truncate text-xl font-semibold">
        {title}
      </h1>
      {subtitle !== undefined && (
        // A phone keeps the line for the title.
        <p className="truncate text-muted max-md:sr-only">{subtitle}</p>
      )}
    </>
  )
}
