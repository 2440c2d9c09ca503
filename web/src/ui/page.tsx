import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import { useIsNarrow } from './media-query.ts'
import { beginPage, returning } from './page-return.ts'
import { usePageTitle } from './tab-title.tsx'

/**
 * The elements in the frame for a page's heading and actions. Features must not import the shell, so the shell passes
 * these elements down and a page renders into them; the frame itself stays the same between pages.
 */
interface PageSlots {
  heading: HTMLElement | null
  actions: HTMLElement | null
  /** Whether the user came here from another page of the app, and not by the address bar. */
  hasNavigated: boolean
}

/** Characters of a title that three lines in the header of any phone show whole, beside its buttons. */
const wholeTitleLength = 28

const PageSlotsContext = createContext<PageSlots | null>(null)
export const PageSlotsProvider = PageSlotsContext.Provider

interface PageProps {
  title: string
  /** The title on paper, where it has to say more. */
  printTitle?: string
  /** The page's name in the browser tab, where several pages share a title. */
  tabTitle?: string
  subtitle?: string
  /** Buttons in the header, the primary one last. */
  actions?: ReactNode
  /** A link above the content, such as 'Back to Settings'. */
  back?: { href: string; label: string }
  children: ReactNode
}

export function Page(props: PageProps) {
  const { title, tabTitle, printTitle = tabTitle ?? title, actions, back, children } = props
  const slots = use(PageSlotsContext)
  // Actions are then part of the page: the header of a phone has room for title and subtitle only.
  const isNarrow = useIsNarrow()
  usePageTitle(tabTitle ?? title)
  useEffect(() => {
    // Read by @page of the style sheet, on every sheet of paper but the first.
    document.documentElement.style.setProperty('--printed-title', JSON.stringify(printTitle))
  }, [printTitle])
  return (
    <>
      {slots?.heading && createPortal(<PageHeading {...props} {...slots} />, slots.heading)}
      {slots?.actions && createPortal(actions, slots.actions)}
      {isNarrow && title.length > wholeTitleLength && (
        <p className="mb-2 text-base font-semibold wrap-anywhere print:hidden">{title}</p>
      )}
      <p className="hidden text-base font-semibold wrap-anywhere print:block">{printTitle}</p>
      <div className="mb-3 flex flex-wrap items-center gap-2 empty:hidden print:hidden">
        {back && (
          <Link
            href={back.href}
            state={returning}
            className="text-link mr-auto min-h-control gap-1.5 font-medium"
          >
            <ArrowLeft className="size-4 shrink-0" />
            {back.label}
          </Link>
        )}
        {isNarrow && actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="flex min-w-0 animate-appear flex-col gap-4">{children}</div>
    </>
  )
}

type PageHeadingProps = Pick<PageProps, 'title' | 'subtitle'> & Pick<PageSlots, 'hasNavigated'>

function PageHeading({ title, subtitle, hasNavigated }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // A page reached by a link takes the focus, so that its name is read and Tab starts here.
  const takesFocus = useRef(hasNavigated)
  useEffect(() => {
    // A dialog or menu that was opened while the page was loading retains the focus.
    const isBehindDialog = heading.current?.closest('[aria-hidden=true]') != null
    const isBesideMenu = document.activeElement?.closest('[role=menu]') != null
    if (takesFocus.current && !isBehindDialog && !isBesideMenu) return beginPage(heading.current)
  }, [])
  return (
    <>
      <h1
        ref={heading}
        tabIndex={-1}
        title={title}
        className="line-clamp-3 text-xl font-semibold wrap-anywhere max-md:text-base max-md:leading-4.5"
      >
        {title}
      </h1>
      {subtitle !== undefined && (
        <p
          title={subtitle}
          className="line-clamp-3 wrap-anywhere text-muted max-md:text-xs max-md:leading-3.75"
        >
          {subtitle}
        </p>
      )}
    </>
  )
}
